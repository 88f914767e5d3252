// The page begins here.

function show(page) {
  const { view, tree } = page;
  showTree(page);
  showProgram(page);
  showValues(page);
  showBoard(page);
  element("now").textContent = wordsOf(tree, view.step);
  element("now").className = litAs(page);
  element("slider").value = String(view.step);
  element("count").textContent = `step ${(view.step + 1).toLocaleString("en")} of ${tree.steps.toLocaleString("en")}, ${counted(answersBy(tree, view.step), "answer")}`;
}

// Where the answers are, above the slider.
function showAnswers(page) {
  const canvas = element("answers"), { tree } = page;
  canvas.width = canvas.clientWidth || 600;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#007a5a";
  for (const step of tree.answerSteps) pen.fillRect((step / Math.max(1, tree.steps - 1)) * (canvas.width - 16) + 7, 0, 2, 6);
}

function start() {
  const story = JSON.parse(element("story").textContent);
  const tree = treeOf(story);
  const view = { step: 0, root: 0, foldFailed: true, chosen: new Map(), hits: null };
  const page = { story, tree, view, scale: 1, playing: false, isExpanded: false, question: null, quiz: null };
  element("name").textContent = story.name;
  element("outcome").textContent = `${counted(story.answers, "answer")}, ${story.outcome}`;
  element("slider").max = String(tree.steps - 1);
  if (story.left_out) {
    element("left-out").textContent = `This page shows the first ${tree.size.toLocaleString("en")} nodes; ${counted(story.left_out, "item")} more are left out.`;
    element("left-out").hidden = false;
  } else if (story.outcome.startsWith("stopped")) {
    element("left-out").textContent = `The search was ${story.outcome}; what would have come then is not here.`;
    element("left-out").hidden = false;
  }
  connect(page);
  show(page);
  showAnswers(page);
  const asked = /^#quiz=(\d+)$/.exec(location.hash);
  if (asked) startQuiz(page, Number(asked[1]));
  return page;
}

const page = start();
