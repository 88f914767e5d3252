// Which nodes are drawn at a step: the way to the current node with all that stands beside it, and as much of the rest as
// there is room for, the latest first. What failed is folded; so are the many children of one node.

const ROOM = 260; // nodes that a picture has room for
const MANY = 12; // children of one node; of more the middle ones are folded
const DEEPEST = 60; // nodes on the way to the current one

// view: { step, root, foldFailed, chosen: Map of nodes that the reader has opened (true) or folded (false), room }
// Gives the shown nodes as a tree of { node, kids, folded, group }; folded: how many nodes are not drawn below this one;
// group: of a node that stands for several, those.
function foldedTree(tree, view) {
  const current = tree.story.at[view.step];
  const way = new Set(wayTo(tree, current));
  const root = rootOf(tree, view, current);
  const top = { node: root, kids: [], folded: 0 };
  const waiting = [top];
  let room = view.room || ROOM;
  while (waiting.length) {
    const shown = takeNext(waiting, way);
    const born = childrenOf(tree, shown.node, view.step);
    if (!born.length) continue;
    const isOnWay = way.has(shown.node);
    if (!isOnWay && !(isOpen(tree, view, shown.node) && room >= Math.min(born.length, MANY))) {
      shown.folded = countBelow(tree, shown.node, view.step);
      continue;
    }
    shown.kids = picked(born, way, view.chosen.get(shown.node) === true && room > MANY ? room : MANY);
    room -= shown.kids.length;
    waiting.push(...shown.kids.filter((kid) => !kid.group));
  }
  return top;
}

// On a very long way the first nodes are left out.
function rootOf(tree, view, current) {
  const way = wayTo(tree, current);
  const start = way.indexOf(view.root);
  if (start < 0) return view.root;
  return way[Math.max(start, way.length - DEEPEST)];
}

// First those on the way, then the latest.
function takeNext(waiting, way) {
  let best = 0;
  for (let place = 1; place < waiting.length; place++) {
    const isOnWay = way.has(waiting[place].node), wasOnWay = way.has(waiting[best].node);
    if (isOnWay !== wasOnWay ? isOnWay : waiting[place].node > waiting[best].node) best = place;
  }
  return waiting.splice(best, 1)[0];
}

function isOpen(tree, view, node) {
  if (view.chosen.has(node)) return view.chosen.get(node);
  return node === view.root || !(view.foldFailed && stateOf(tree, node, view.step, false) === "failed");
}

function countBelow(tree, node, step) {
  if (tree.left[node] <= step) return tree.below[node] - 1;
  let count = 0;
  for (const kid of childrenOf(tree, node, step)) count += 1 + countBelow(tree, kid, step);
  return count;
}

// All children if they are few; else the first and the last ones, and what is on the way.
function picked(born, way, many) {
  const kids = [];
  let group = [];
  const close = () => {
    if (group.length) kids.push({ node: group[0], kids: [], folded: 0, group });
    group = [];
  };
  born.forEach((node, place) => {
    if (born.length > many && place >= 3 && place < born.length - 5 && !way.has(node)) {
      group.push(node);
    } else {
      close();
      kids.push({ node, kids: [], folded: 0 });
    }
  });
  close();
  return kids;
}
