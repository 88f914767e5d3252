// Buttons, the slider and the keys.

function connect(page) {
  const { tree } = page;
  const press = {
    first: () => goTo(page, 0),
    last: () => goTo(page, tree.steps - 1),
    on: () => goOn(page, 1),
    back: () => goOn(page, -1),
    play: () => togglePlay(page),
    "answer-next": () => goToNext(page, tree.answerSteps),
    "answer-before": () => goToBefore(page, tree.answerSteps),
    "dead-next": () => goToNext(page, tree.deadSteps),
    "dead-before": () => goToBefore(page, tree.deadSteps),
    subtree: () => showSubtree(page, page.story.at[page.view.step]),
    whole: () => showSubtree(page, 0),
    expand: () => toggleExpansion(page),
    projector: () => toggleProjector(page),
    "quiz-start": () => startQuiz(page, page.quiz ? page.quiz.seed + 1 : 1),
    save: () => savePicture(page),
    print: () => window.print(),
    help: () => toggleHelp(),
  };
  for (const [id, action] of Object.entries(press)) element(id).onclick = action;
  const moves = ["first", "last", "on", "back", "answer-next", "answer-before", "dead-next", "dead-before"];
  const keys = {
    ArrowRight: "on", ArrowLeft: "back", " ": "play", Home: "first", End: "last", a: "answer-next", A: "answer-before",
    d: "dead-next", D: "dead-before", s: "subtree", Escape: "whole", x: "expand", p: "projector", q: "quiz-start", "?": "help",
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target, event.key)) return;
    if (page.question && event.key >= "1" && event.key <= "9") answerQuestion(page, Number(event.key) - 1);
    else if (event.key === "f" || event.key === "/") element("find").focus();
    else if (event.key === "+" || event.key === "-") changeSpeed(event.key === "+" ? 1 : -1);
    else if (keys[event.key] && !(event.key === " " && event.target.tagName === "BUTTON")) {
      const id = keys[event.key];
      if (page.question && (moves.includes(id) || id === "play")) return; // it would tell the answer
      if (moves.includes(id)) pause(page);
      press[id]();
    } else return;
    event.preventDefault();
  });
  element("slider").oninput = (event) => goTo(page, Number(event.target.value));
  element("tree").onclick = (event) => clickTree(page, event);
  element("fold").onchange = (event) => {
    page.view.foldFailed = event.target.checked;
    page.view.chosen.clear();
    show(page);
  };
  element("find").oninput = (event) => findValue(page, event.target.value);
  element("find").onkeydown = (event) => {
    if (event.key === "Enter") nextHit(page);
    if (event.key === "Escape") event.target.blur();
  };
}

function toggleExpansion(page) {
  page.isExpanded = !page.isExpanded;
  element("expand").setAttribute("aria-pressed", page.isExpanded);
  show(page);
}

function savePicture(page) {
  const link = made("a", "");
  const text = svgOf(page.story, 400, document.querySelector("style").textContent.split("/* the page */")[0]);
  link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  link.download = "search.svg";
  link.click();
  URL.revokeObjectURL(link.href);
}
