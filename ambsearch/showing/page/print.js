// The whole tree as a file of SVG, for print.

function svgOf(story, room, style) {
  const tree = treeOf(story);
  const view = { step: tree.steps - 1, root: 0, foldFailed: tree.size > room, chosen: new Map(), room, isPrint: true };
  const top = foldedTree(tree, view);
  if (tree.size <= room) openAll(tree, top, view.step);
  const { text, left, width, top: high, height } = pictureOf(tree, top, view);
  const notes = [`${story.name}: ${counted(story.answers, "answer")}, ${story.outcome}`];
  if (view.foldFailed) notes.push("▸ 57: there are 57 nodes below, which are not drawn.");
  if (story.left_out) notes.push(`${story.left_out} items more are left out.`);
  const told = notes.map((note, row) => `<text class="note" x="0" y="${(high + height + 20 * (row + 1)).toFixed(1)}">${isolated(note)}</text>`);
  const box = [left - 14, high, Math.max(width, 320) + 28, height + 20 * notes.length + 14].map((number) => number.toFixed(1));
  return `<svg xmlns="http://www.w3.org/2000/svg" class="tree" viewBox="${box.join(" ")}" width="${box[2]}" height="${box[3]}">` +
    `<style>${style}</style><rect class="paper" x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}"/>${text}${told.join("")}</svg>\n`;
}

// Every node, where there is room for all of them.
function openAll(tree, shown, step) {
  const waiting = [shown];
  while (waiting.length) {
    const next = waiting.pop();
    next.folded = 0;
    next.kids = Array.from(childrenOf(tree, next.node, step), (node) => ({ node, kids: [], folded: 0 }));
    waiting.push(...next.kids);
  }
}

function counted(number, what) {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}
