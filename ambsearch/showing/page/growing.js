// The tree on the page, as far as it has grown by the current step.

function showTree(page) {
  drawTree(page, element("tree"), element("scroller"), page.scale);
  element("whole").hidden = page.view.root === 0;
  element("subtree").disabled = page.story.at[page.view.step] === page.view.root;
}

// Draw the tree of a search, and bring its current node into view. search: its tree, and the view of it.
function drawTree(search, svg, scroller, scale) {
  const drawn = pictureOf(search.tree, foldedTree(search.tree, search.view), search.view);
  const width = drawn.width + 40, height = drawn.height + 10;
  svg.setAttribute("viewBox", `-16 ${drawn.top} ${width} ${height}`);
  svg.setAttribute("width", width * scale);
  svg.setAttribute("height", height * scale);
  svg.innerHTML = drawn.text;
  if (drawn.place) bringIntoView(scroller, (drawn.place.y + 16) * scale, (drawn.place.x - drawn.top) * scale, drawn.place.width * scale);
}

// A click on a mark folds or opens; on a group it opens the node around; on a value it goes there. Gives the node to go to, or -1.
function clickedNode(search, event) {
  const shape = event.target.closest("[data-node]");
  if (!shape) return -1;
  const node = Number(shape.dataset.node), { chosen } = search.view;
  if (shape.dataset.group) chosen.set(Number(shape.dataset.group), true);
  else if (event.target.closest(".mark")) chosen.set(node, !drawnBelow(search, node));
  else return node;
  return -1;
}

function clickTree(page, event) {
  const node = clickedNode(page, event);
  if (node < 0) show(page);
  else if (!page.question) goTo(page, page.tree.met[node]);
}

function drawnBelow(search, node) {
  const waiting = [foldedTree(search.tree, search.view)];
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
