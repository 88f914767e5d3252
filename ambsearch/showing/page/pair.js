// The page of two searches begins here.

function goTo(page, moment) {
  for (const side of page.sides) goSide(side, moment);
  show(page);
}

function goOn(page, by) {
  for (const side of page.sides) goSide(side, side.moment + by);
  show(page);
}

function isAtEnd(page) {
  return page.sides.every((side) => side.moment === side.moments.length - 1);
}

// The two items at which they part, each as far as its search comes.
function goToParting(page) {
  goTo(page, page.agreed + 1);
}

function show(page) {
  for (const side of page.sides) showSide(page, side);
  const moment = Math.max(...page.sides.map((side) => side.moment));
  element("slider").value = String(moment);
  element("count").textContent = page.sides.map((side) => `item ${Math.min(side.moment, side.moments.length - 2)} of ${side.moments.length - 2}`).join(" | ");
}

function showSide(page, side) {
  const { tree, view, box } = side, step = view.step, node = side.story.at[step];
  drawTree(side, box.querySelector(".scroller svg"), box.querySelector(".scroller"), page.scale);
  const now = box.querySelector(".now");
  now.textContent = wordsOf(tree, step);
  now.className = `now ${litAs(side)}`;
  const isAlone = view.hits.has(node);
  box.querySelector(".twin").textContent = isAlone ? "only this search visits this point" : nameOf(tree, node) ? "both searches visit this point" : "";
  box.querySelector(".twin").classList.toggle("only", isAlone);
  showLines(side);
  showSketch(side, node);
}

function showLines(side) {
  const place = lastPlace(side), box = side.box.querySelector(".lines");
  if (!place || place.listing < 0) return;
  const listing = side.story.listings[place.listing];
  if (side.shown !== place.listing) {
    side.shown = place.listing;
    box.replaceChildren(...listing.lines.map((line, row) => lineOf(line, listing.numbers[row])));
  }
  light(box, [listing.numbers.indexOf(place.line)], litAs(side));
}

function showSketch(side, node) {
  const { boards } = side.story, box = side.box.querySelector(".board");
  box.hidden = !boards.of || node >= boards.of.length;
  if (!box.hidden) box.replaceChildren(boards.words ? made("pre", "", wordsOn(side, node)) : boardPicture(boards, marksOn(side, node)));
}

function start() {
  const { sides, twins, agreed, parts, common, title } = JSON.parse(element("story").textContent);
  const boxes = document.querySelectorAll(".side");
  const page = { agreed, scale: 1, playing: false };
  page.sides = sides.map((story, number) => sideOf(story, twins[number], boxes[number]));
  element("name").textContent = title;
  element("common").textContent = parts ? `both visit ${counted(common, "point")}; they part after ${counted(agreed, "item")}` : `the same tree, in the same order: ${counted(common, "point")}`;
  element("part").hidden = !parts;
  element("slider").max = String(Math.max(...page.sides.map((side) => side.moments.length - 1)));
  for (const side of page.sides) tellSide(page, side);
  const unknown = page.sides.filter(({ story }) => story.left_out || story.outcome.startsWith("stopped"));
  element("left-out").textContent = `${unknown.map(({ story }) => story.name).join(" and ")} went on beyond what is shown here; what was visited then is not known.`;
  element("left-out").hidden = !unknown.length;
  connect(page);
  show(page);
  return page;
}

function tellSide(page, side) {
  const { story, box, ownMoments } = side;
  box.querySelector("h2").textContent = story.name;
  box.querySelector(".outcome").textContent = `${counted(story.answers, "answer")}, ${story.outcome}`;
  const button = box.querySelector(".alone"), key = page.sides.indexOf(side) + 1;
  button.textContent = ownMoments.length ? `next of ${ownMoments.length.toLocaleString("en")} alone` : "0 alone";
  button.disabled = !ownMoments.length;
  button.title = `The next point that only this search visits (${key})`;
  button.onclick = () => goToNextOwn(page, side);
  box.querySelector(".scroller svg").onclick = (event) => {
    const node = clickedNode(side, event);
    if (node < 0) show(page);
    else goToNode(page, side, node);
  };
}

function connect(page) {
  const end = Math.max(...page.sides.map((side) => side.moments.length));
  const press = {
    first: () => goTo(page, 0), last: () => goTo(page, end), on: () => goOn(page, 1), back: () => goOn(page, -1),
    part: () => goToParting(page), play: () => togglePlay(page), projector: () => toggleProjector(page),
    print: () => window.print(), help: () => toggleHelp(),
  };
  for (const [id, action] of Object.entries(press)) element(id).onclick = action;
  const keys = { ArrowRight: "on", ArrowLeft: "back", " ": "play", Home: "first", End: "last", w: "part", p: "projector", "?": "help" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target, event.key)) return;
    const id = keys[event.key];
    if (event.key === "1" || event.key === "2") goToNextOwn(page, page.sides[Number(event.key) - 1]);
    else if (event.key === "+" || event.key === "-") changeSpeed(event.key === "+" ? 1 : -1);
    else if (id && !(event.key === " " && event.target.tagName === "BUTTON")) {
      if (id !== "play" && id !== "help" && id !== "projector") pause(page);
      press[id]();
    } else return;
    event.preventDefault();
  });
  element("slider").oninput = (event) => goTo(page, Number(event.target.value));
}

const page = start();
