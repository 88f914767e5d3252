// A button on each block of code that copies what is typed there: without prompts, and without what is printed.

const NOT_TYPED = ".gp, .go, .gr, .gt";
const BLANK = "\u0000"; // the empty line that ends a block at a prompt

function typed(code) {
  const copy = code.cloneNode(true);
  const session = copy.querySelector(".gp") !== null;
  let last = "";
  copy.querySelectorAll(".gp").forEach((prompt) => {
    if (last.startsWith("...") && prompt.textContent.startsWith(">>>")) prompt.before(BLANK);
    last = prompt.textContent;
  });
  copy.querySelectorAll(NOT_TYPED).forEach((part) => part.remove());
  const lines = copy.textContent.split("\n");
  const text = (session ? lines.filter((line) => line.trim()) : lines).join("\n").trimEnd() + "\n";
  return text.replaceAll(BLANK, "\n");
}

document.querySelectorAll(".highlight").forEach((block) => {
  const code = block.querySelector("pre code");
  if (!code || !navigator.clipboard || block.querySelector(".highlight")) return;
  const button = document.createElement("button");
  button.className = "copy";
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(typed(code));
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  block.append(button);
});
