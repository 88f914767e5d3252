// The tree of a search, made of what the page is told: the children of each node, and when it was met and left.
// A node is a number; so is a step, the number of the event that has just happened. Nodes are numbered as they are met.

const DEAD = "fd";

function treeOf(story) {
  const { parents, at, kinds, choices } = story;
  const size = parents.length;
  const tree = { story, size, steps: kinds.length };
  tree.met = new Int32Array(size).fill(kinds.length); // the step at which a node was met
  tree.left = new Int32Array(size).fill(-1); // the last step in it or below it
  tree.below = new Int32Array(size).fill(1); // how many nodes there are in its subtree
  tree.answers = new Int32Array(size); // how many answers of the whole search
  tree.verdict = new Int32Array(size).fill(-1); // the step at which a require or a dead end ended it
  tree.found = new Int32Array(size).fill(-1); // the step of its first answer
  tree.depth = new Int32Array(size);
  tree.first = new Int32Array(size + 2); // where the children of a node begin in `kids`
  tree.kids = new Int32Array(size);
  tree.answerSteps = [];
  tree.deadSteps = [];

  for (let node = 0; node < size; node++) {
    if (node) tree.depth[node] = tree.depth[parents[node]] + 1;
    tree.first[parents[node] + 2]++;
  }
  for (let node = 0; node <= size; node++) tree.first[node + 1] += tree.first[node];
  const next = tree.first.slice();
  for (let node = 0; node < size; node++) tree.kids[next[parents[node] + 1]++] = node;

  for (let step = 0; step < kinds.length; step++) {
    const node = at[step], kind = kinds[step];
    if (tree.met[node] > step) tree.met[node] = step;
    tree.left[node] = step;
    const childless = kind === "x" && choices[node] >= 0 && tree.verdict[node] < 0 && tree.found[node] < 0 && !metBelow(tree, node, step);
    if (DEAD.includes(kind) || childless) {
      tree.verdict[node] = step;
      tree.deadSteps.push(step);
    }
    if ((kind === "A" || kind === "a") && tree.found[node] < 0) tree.found[node] = step;
    if (kind === "A") {
      tree.answers[node]++;
      tree.answerSteps.push(step);
    }
  }
  for (let node = size - 1; node > 0; node--) {
    const parent = parents[node];
    tree.left[parent] = Math.max(tree.left[parent], tree.left[node]);
    tree.met[parent] = Math.min(tree.met[parent], tree.met[node]); // a branch is not told of when it begins
    tree.below[parent] += tree.below[node];
    tree.answers[parent] += tree.answers[node];
  }
  return tree;
}

function metBelow(tree, node, step) {
  const first = tree.kids[tree.first[node + 1]];
  return tree.first[node + 1] < tree.first[node + 2] && tree.met[first] < step;
}

// The children of a node that have been met by a step.
function childrenOf(tree, node, step) {
  let low = tree.first[node + 1], high = tree.first[node + 2];
  const start = low;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tree.met[tree.kids[middle]] <= step) low = middle + 1;
    else high = middle;
  }
  return tree.kids.subarray(start, low);
}

// The nodes from the first one to this one.
function wayTo(tree, node) {
  const way = [];
  for (; node >= 0; node = tree.story.parents[node]) way.push(node);
  return way.reverse();
}

function nameOf(tree, node) {
  const choice = tree.story.choices[node];
  return choice < 0 ? "" : tree.story.places[choice][1];
}

function valueOf(tree, node) {
  return tree.story.texts[tree.story.values[node]];
}

function labelOf(tree, node) {
  const name = nameOf(tree, node);
  return name ? `${name} = ${valueOf(tree, node)}` : valueOf(tree, node);
}

// What has become of a node by a step: "open", "dead", "answer", "leads" to an answer below, or "failed", which is left
// without any.
function stateOf(tree, node, step, isOnWay) {
  if (tree.found[node] >= 0 && tree.found[node] <= step) return "answer";
  if (tree.verdict[node] >= 0 && tree.verdict[node] <= step) return "dead";
  if (isOnWay || tree.left[node] > step) return "open";
  return tree.answers[node] ? "leads" : "failed";
}
