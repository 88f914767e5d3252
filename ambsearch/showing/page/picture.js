// The picture of a tree as SVG text; what is written in it is escaped, and keeps its direction to itself.

// In print there is no current node.
function pictureOf(tree, top, view) {
  const step = view.step, current = view.isPrint ? -1 : tree.story.at[step];
  const way = new Set(wayTo(tree, current));
  const drawn = laidOut(tree, top, step);
  const links = drawn.links.map(({ source, target }) => linkBetween(source, target, way.has(target.data.node) && !target.data.group));
  const nodes = drawn.nodes.map((node) => nodeText(tree, node, view, current, way));
  const place = drawn.nodes.find((node) => node.data.node === current && !node.data.group);
  return { ...drawn, place, text: `<g class="links">${links.join("")}</g><g class="nodes">${nodes.join("")}</g>` };
}

function linkBetween(source, target, isOnWay) {
  const x1 = source.y + source.width, x2 = target.y - 7, middle = x2 - GAP / 2;
  const curve = `M${x1.toFixed(1)},${source.x.toFixed(1)}H${Math.min(x1 + 4, middle).toFixed(1)}` +
    `C${middle.toFixed(1)},${source.x.toFixed(1)} ${middle.toFixed(1)},${target.x.toFixed(1)} ${x2.toFixed(1)},${target.x.toFixed(1)}`;
  return `<path class="link${isOnWay ? " way" : ""}" d="${curve}"/>`;
}

function nodeText(tree, { x, y, data, text }, view, current, way) {
  const isOnWay = way.has(data.node) && !data.group;
  const state = data.group ? "group" : stateOf(tree, data.node, view.step, isOnWay);
  const classes = ["node", state];
  if (isOnWay) classes.push("way");
  if (data.node === current && !data.group) classes.push("current");
  if (view.hits && view.hits.has(data.node)) classes.push("hit");
  const [name, ...rest] = text;
  const more = rest.map((part) => `<tspan class="fate" dx="6">${isolated(part)}</tspan>`).join("");
  const whole = data.group ? "" : `<title>${escaped(labelOf(tree, data.node))}</title>`;
  const edge = `data-node="${data.node}"${data.group ? ` data-group="${tree.story.parents[data.node]}"` : ""}`;
  return `<g class="${classes.join(" ")}" ${edge} transform="translate(${y.toFixed(1)},${x.toFixed(1)})">${whole}` +
    `<rect class="back" x="-8" y="-11" width="${(22 + columnsOf(text.join(" ")) * SIGN).toFixed(1)}" height="22" rx="5"/>` +
    `${markOf(state, data.folded)}<text x="9" dominant-baseline="central">${isolated(name)}${more}</text></g>`;
}

// What became of a node is told by the shape, too.
function markOf(state, folded) {
  if (state === "dead") return '<path class="mark" d="M-4,-4L4,4M4,-4L-4,4"/>';
  if (state === "answer") return '<path class="mark" d="M0,-7L2,-2H7L3,1.5L4.5,6.5L0,3.5L-4.5,6.5L-3,1.5L-7,-2H-2Z"/>';
  if (state === "group") return '<path class="mark" d="M-5,0h1M-0.5,0h1M4,0h1"/>';
  if (folded) return '<path class="mark" d="M-3,-5L5,0L-3,5Z"/>';
  return '<circle class="mark" r="4"/>';
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

// A text in its own direction, so that Hebrew or Arabic does not turn what stands beside it.
function isolated(text) {
  return `\u2068${escaped(text)}\u2069`;
}
