// The values of all choices on the way to the current node, and the board there.

function showValues(page) {
  const { tree, view } = page;
  const way = wayTo(tree, tree.story.at[view.step]).filter((node) => nameOf(tree, node));
  element("values").tBodies[0].replaceChildren(...way.map((node, place) => {
    const row = made("tr", place === way.length - 1 ? "last" : "");
    row.append(made("td", "number", String(place + 1)), made("th", "", nameOf(tree, node)), made("td", "value", valueOf(tree, node)));
    row.lastChild.title = valueOf(tree, node);
    return row;
  }));
  element("values-box").scrollTop = element("values-box").scrollHeight; // the last ones are asked for
}

function showBoard(page) {
  const { boards } = page.story;
  if (!boards.of) return;
  const node = page.story.at[page.view.step];
  const isKnown = node < boards.of.length;
  const drawn = boards.words ? wordsOn(page, node) : marksOn(page, node);
  const box = element("board");
  box.hidden = false;
  element("no-board").hidden = isKnown;
  if (page.boardOf) page.boardOf.style.display = isKnown ? "" : "none";
  element("no-board").textContent = `The boards of the last ${counted(boards.left_out, "point")} are left out.`;
  if (page.boardShown === drawn) return;
  page.boardShown = drawn;
  if (page.boardOf) page.boardOf.remove();
  page.boardOf = boards.words ? made("pre", "", drawn) : boardPicture(boards, drawn);
  element("state").classList.toggle("wide", boards.width > 1.5 * boards.height);
  box.prepend(page.boardOf);
}

function wordsOn(page, node) {
  const { of, words } = page.story.boards;
  while (node > 0 && !(of[node] >= 0)) node = page.story.parents[node];
  return words[of[node]];
}

// A board begins with some marks of its parent's; gives the numbers of the marks, as text.
function marksOn(page, node) {
  let marks = [];
  for (const one of wayTo(page.tree, node)) {
    const own = page.story.boards.of[one];
    if (own) marks = marks.slice(0, own[0]).concat(own.slice(1));
  }
  return marks.join(" ");
}

function boardPicture({ width, height, marks }, drawn) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`);
  svg.style.maxWidth = `${Math.max(width * 2.6, 8)}rem`;
  svg.innerHTML = drawn.split(" ").filter(Boolean).map((mark) => marks[mark]).join("");
  return svg;
}
