// Where the nodes of a picture stand: from left to right as the search goes on, by d3-hierarchy.

const ROW = 26, GAP = 34, SIGN = 7.9, MARK = 12, CUT = 30;

// Gives { nodes, links, width, height, left, top }; each node has x, y, width, and its text.
function laidOut(tree, top, step) {
  const root = d3.hierarchy(top, (shown) => shown.kids);
  d3.tree().nodeSize([ROW, 1]).separation((a, b) => (a.parent === b.parent ? 1 : 1.2))(root);
  const nodes = root.descendants();
  const widths = [];
  for (const node of nodes) {
    node.text = textsOf(tree, node.data, step);
    node.width = MARK + columnsOf(node.text.join(" ")) * SIGN;
    widths[node.depth] = Math.max(widths[node.depth] || 0, node.width);
  }
  const starts = [0];
  for (const width of widths) starts.push(starts[starts.length - 1] + width + GAP);
  let high = 0, low = 0;
  for (const node of nodes) {
    high = Math.min(high, node.x);
    low = Math.max(low, node.x);
    node.y = starts[node.depth];
  }
  return { nodes, links: root.links(), left: 0, top: high - ROW, width: starts[starts.length - 1], height: low - high + 2 * ROW };
}

// A node in words: what it is, and what has become of it.
function textsOf(tree, shown, step) {
  const { node, group, folded } = shown;
  if (group) return [`… ${group.length} more`];
  const texts = [cut(labelOf(tree, node))];
  const state = stateOf(tree, node, step, false);
  if (state === "dead") texts.push(reasonOf(tree, node));
  if (state === "answer") texts.push(cut(tree.story.texts[tree.story.told[tree.found[node]]]));
  if (folded) texts.push(tree.alone && tree.alone[node] && tree.left[node] <= step ? `▸ ${folded}, ${tree.alone[node]} alone` : `▸ ${folded}`);
  return texts;
}

function reasonOf(tree, node) {
  const place = tree.story.where[tree.verdict[node]];
  if (tree.story.kinds[tree.verdict[node]] === "x") return "no item";
  return place < 0 ? "" : `line ${tree.story.places[place][2]}`;
}

function cut(text) {
  const signs = Array.from(text);
  return signs.length <= CUT ? text : `${signs.slice(0, CUT - 1).join("")}…`;
}

// How many columns a text takes; signs of Chinese, Japanese and Korean take two.
function columnsOf(text) {
  let columns = 0;
  for (const sign of text) columns += /[\u1100-\u115f\u2e80-\uffdc]|[\u{1f300}-\u{3fffd}]/u.test(sign) ? 2 : 1;
  return columns;
}
