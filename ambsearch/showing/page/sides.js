// One of two searches: its tree, the points that the other one does not visit, and where it is.

const TOLD = "pfdrAa"; // what becomes of an item, told right after it

// twins: of each node the node of the other search at the same point, -1 if that does not visit it.
function sideOf(story, twins, box) {
  const tree = treeOf(story);
  const alone = twins.map((twin, node) => twin < 0 && story.choices[node] >= 0);
  const hits = new Set();
  alone.forEach((isAlone, node) => isAlone && hits.add(node));
  tree.alone = countedBelow(tree, alone);
  const view = { step: 0, root: 0, foldFailed: true, chosen: new Map(), hits, room: 160 };
  const side = { story, tree, twins, box, view, moments: momentsOf(tree), moment: 0 };
  side.ownMoments = Array.from(hits, (node) => momentOf(side, node)).sort((a, b) => a - b);
  return side;
}

function countedBelow(tree, isCounted) {
  const counts = Int32Array.from(isCounted, () => 0);
  for (let node = tree.size - 1; node > 0; node--) counts[tree.story.parents[node]] += counts[node] + isCounted[node];
  return counts;
}

// The last step of each item, before the next one is taken; first the beginning, last the end.
function momentsOf(tree) {
  const { kinds } = tree.story, moments = [0];
  for (let step = 1; step < kinds.length; step++) {
    const before = moments.length - 1;
    if (kinds[step] === "i") moments.push(step);
    else if (before > 0 && moments[before] === step - 1 && TOLD.includes(kinds[step])) moments[before] = step;
  }
  moments.push(tree.steps - 1);
  return moments;
}

function momentOf(side, node) {
  return placeIn(side.moments, side.tree.met[node]);
}

function goSide(side, moment) {
  side.moment = Math.max(0, Math.min(side.moments.length - 1, moment));
  side.view.step = side.moments[side.moment];
}

// Show a node, and the same point in the other search; if that does not visit it, the last point on the way there that both have.
function goToNode(page, side, node) {
  const other = page.sides.find((one) => one !== side);
  goSide(side, momentOf(side, node));
  const common = wayTo(side.tree, node).reverse().find((one) => side.twins[one] >= 0);
  goSide(other, common ? momentOf(other, side.twins[common]) : 0);
  show(page);
}

function goToNextOwn(page, side) {
  const place = placeIn(side.ownMoments, side.moment + 1);
  const moment = side.ownMoments[place % side.ownMoments.length];
  if (moment !== undefined) goToNode(page, side, side.story.at[side.moments[moment]]);
}
