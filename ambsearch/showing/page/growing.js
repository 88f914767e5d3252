// The tree on the page, as far as it has grown by the current step.

function showTree(page) {
  const { tree, view } = page;
  const drawn = pictureOf(tree, foldedTree(tree, view), view);
  const svg = element("tree"), scale = page.scale;
  const width = drawn.width + 40, height = drawn.height + 10;
  svg.setAttribute("viewBox", `-16 ${drawn.top} ${width} ${height}`);
  svg.setAttribute("width", width * scale);
  svg.setAttribute("height", height * scale);
  svg.innerHTML = drawn.text;
  if (drawn.place) bringIntoView(element("scroller"), (drawn.place.y + 16) * scale, (drawn.place.x - drawn.top) * scale, drawn.place.width * scale);
  element("whole").hidden = view.root === 0;
  element("subtree").disabled = tree.story.at[view.step] === view.root;
}

function bringIntoView(box, x, y, width) {
  const margin = 60;
  if (x < box.scrollLeft + margin / 2 || x + width > box.scrollLeft + box.clientWidth - margin / 2)
    box.scrollLeft = Math.max(0, x + width - box.clientWidth * 0.7);
  if (y < box.scrollTop + margin || y > box.scrollTop + box.clientHeight - margin) box.scrollTop = y - box.clientHeight / 2;
}

// A click on a mark folds or opens; on a group it opens the node around; on a value it goes there.
function clickTree(page, event) {
  const shape = event.target.closest("[data-node]");
  if (!shape) return;
  const node = Number(shape.dataset.node);
  if (shape.dataset.group) {
    page.view.chosen.set(Number(shape.dataset.group), true);
    show(page);
  } else if (event.target.closest(".mark")) {
    page.view.chosen.set(node, !drawnBelow(page, node));
    show(page);
  } else if (!page.question) {
    goTo(page, page.tree.met[node]);
  }
}

function drawnBelow(page, node) {
  const waiting = [foldedTree(page.tree, page.view)];
  while (waiting.length) {
    const shown = waiting.pop();
    if (shown.node === node && !shown.group) return shown.kids.length > 0;
    waiting.push(...shown.kids);
  }
  return false;
}

function showSubtree(page, node) {
  page.view.root = node;
  show(page);
}
