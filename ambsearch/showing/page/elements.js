// The parts of a page, by their names, and what is made for it.

function element(id) {
  return document.getElementById(id);
}

// An element with a text, which is never read as markup.
function made(name, className, text) {
  const part = document.createElement(name);
  if (className) part.className = className;
  if (text !== undefined) part.textContent = text;
  return part;
}

function bringIntoView(box, x, y, width) {
  const margin = 60;
  if (x < box.scrollLeft + margin / 2 || x + width > box.scrollLeft + box.clientWidth - margin / 2)
    box.scrollLeft = Math.max(0, x + width - box.clientWidth * 0.7);
  if (y < box.scrollTop + margin || y > box.scrollTop + box.clientHeight - margin) box.scrollTop = y - box.clientHeight / 2;
}

function keepInView(box, row) {
  const high = row.offsetTop - box.offsetTop;
  if (high < box.scrollTop || high + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = high - box.clientHeight / 3;
}
