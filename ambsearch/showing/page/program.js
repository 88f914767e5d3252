// The program beside the tree, as it was written or as the loops that run, with the current line lit.

const WORDS = /\b(yield|require|fail|return|for|while|if|elif|else|def|in|not|and|or)\b/;

function showProgram(page) {
  const place = lastPlace(page);
  if (!place || place.listing < 0) return;
  const listing = page.story.listings[place.listing];
  const isExpanded = page.isExpanded && listing.expansion.length > 0;
  const key = `${place.listing} ${isExpanded}`;
  if (page.programShown !== key) {
    page.programShown = key;
    element("function").textContent = isExpanded ? `${listing.function}, expanded` : listing.function;
    element("expand").disabled = !listing.expansion.length;
    element("lines").replaceChildren(...(isExpanded ? listing.expansion : listing.lines).map((line, row) => lineOf(line, isExpanded ? row + 1 : listing.numbers[row])));
  }
  light(element("lines"), isExpanded ? rowsOf(listing, place) : [listing.numbers.indexOf(place.line)], litAs(page));
}

// Light these rows of a program.
function light(box, lit, className) {
  for (let row = 0; row < box.children.length; row++) box.children[row].className = lit.includes(row) ? `line lit ${className}` : "line";
  if (box.children[lit[0]]) keepInView(box, box.children[lit[0]]);
}

// The place of the last event that has one; a search begins where its function does.
function lastPlace(page) {
  const { tree, view } = page;
  for (let step = view.step; step >= 0 && step > view.step - 50; step--) {
    const place = placeAt(tree, step);
    if (place) return place;
  }
  return page.story.places.length ? placeAt(tree, page.story.where.findIndex((place) => place >= 0)) : null;
}

// The rows of the expansion that come from a line: those of the same kind, if there are any.
function rowsOf(listing, place) {
  const rows = listing.rows[place.line] || [];
  const same = rows.filter(([, role]) => role === place.kind);
  return (same.length ? same : rows).map(([row]) => row);
}

function litAs(page) {
  const kind = page.story.kinds[page.view.step];
  return DEAD.includes(kind) ? "bad" : kind === "A" || kind === "a" || kind === "r" ? "good" : "";
}

function lineOf(text, number) {
  const line = document.createElement("div");
  line.append(made("span", "number", String(number)), ...text.split(WORDS).map((part, place) => (place % 2 ? made("b", "", part) : part)));
  return line;
}
