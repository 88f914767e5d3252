// The quiz on the page: it asks, counts, and explains.

const QUESTIONS = 10;

function startQuiz(page, seed) {
  pause(page);
  page.quiz = { seed, questions: questionsFor(page.tree, seed, QUESTIONS), asked: 0, right: 0 };
  document.body.classList.add("asking");
  askNext(page);
}

function endQuiz(page) {
  page.quiz = page.question = null;
  document.body.classList.remove("asking");
  element("quiz").hidden = true;
}

function askNext(page) {
  const { quiz } = page;
  const question = quiz.questions[quiz.asked];
  page.question = question;
  if (!question) return showScore(page);
  quiz.asked++;
  page.view.root = 0;
  goTo(page, question.step);
  const list = made("div", "options");
  question.options.forEach((option, number) => {
    const button = made("button", "", `${number + 1}  ${option}`);
    button.onclick = () => answerQuestion(page, number);
    list.append(button);
  });
  showQuiz(page, made("p", "question", question.text), list);
}

function answerQuestion(page, number) {
  const { question, quiz } = page;
  if (!question || question.given !== undefined || number >= question.options.length) return;
  question.given = number;
  const isRight = number === question.right;
  quiz.right += isRight;
  const buttons = element("quiz").querySelectorAll(".options button");
  buttons.forEach((button, place) => {
    button.disabled = true;
    if (place === question.right) button.classList.add("right");
    else if (place === number) button.classList.add("wrong");
  });
  const next = made("button", "next", quiz.asked < quiz.questions.length ? "Next question" : "Score");
  next.onclick = () => askNext(page);
  element("quiz").append(made("p", "why", `${isRight ? "✓ Right." : "✕ Not so."} ${question.why}`), next);
  element("score").textContent = scoreOf(page);
  next.focus();
}

function scoreOf(page) {
  const { quiz, question } = page;
  const answered = question && question.given === undefined ? quiz.asked - 1 : quiz.asked;
  return `${quiz.right} of ${answered} right`;
}

function showScore(page) {
  const seed = made("input", "");
  seed.type = "number";
  seed.value = String(page.quiz.seed + 1);
  seed.setAttribute("aria-label", "Number of the quiz");
  const again = made("button", "next", "Another quiz, number");
  again.onclick = () => startQuiz(page, Number(seed.value));
  const text = page.quiz.questions.length ? `That was quiz ${page.quiz.seed}: ${scoreOf(page)}.` : "There is nothing to ask about this search.";
  showQuiz(page, made("p", "question", text), again, seed);
}

function showQuiz(page, ...parts) {
  const { quiz } = page;
  const score = made("span", "", scoreOf(page));
  score.id = "score";
  const close = made("button", "close", "End the quiz");
  close.onclick = () => endQuiz(page);
  const head = made("div", "bar");
  head.append(made("strong", "", `Quiz ${quiz.seed}, question ${quiz.asked} of ${quiz.questions.length}`), score, made("span", "gap"), close);
  element("quiz").replaceChildren(head, ...parts);
  element("quiz").hidden = false;
  const first = element("quiz").querySelector(".options button");
  if (first) first.focus({ preventScroll: true });
}
