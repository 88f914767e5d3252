// What the buttons and keys of every page do.

function isTyping(target, key) {
  return target.tagName === "INPUT" && (target.type !== "range" || key.startsWith("Arrow")) && target.type !== "checkbox";
}

function changeSpeed(by) {
  element("speed").value = Number(element("speed").value) + by;
}

function toggleProjector(page) {
  const isOn = document.documentElement.classList.toggle("projector");
  page.scale = isOn ? 1.5 : 1;
  element("projector").setAttribute("aria-pressed", isOn);
  show(page);
}

function toggleHelp() {
  const keys = element("keys");
  keys.hidden = !keys.hidden;
  element("help").setAttribute("aria-expanded", !keys.hidden);
}
