// Questions about what comes next; each has one right answer, which the tree knows.
// A question is { kind, step, text, options, right, why }, at the moment when that step has just happened.

const KINDS = { forward: forwardQuestion, back: backQuestion, end: endQuestion };
const OPTIONS = 5;

// So many questions in the order of the search, chosen by a seed.
function questionsFor(tree, seed, count) {
  const random = randomNumbers(seed), found = new Map(), kinds = Object.keys(KINDS);
  for (let trial = 0; trial < 60 * count && found.size < count; trial++) {
    const kind = kinds[Math.floor(random() * kinds.length)];
    let step = Math.floor(random() * tree.steps), question = null;
    for (let look = 0; look < 300 && !question; look++, step = (step + 1) % tree.steps) question = KINDS[kind](tree, step);
    if (question && !found.has(question.step)) found.set(question.step, question);
  }
  return Array.from(found.values()).sort((a, b) => a.step - b.step);
}

// mulberry32 by Tommy Ettinger, in the public domain: the same numbers for the same seed.
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// Forward to which value?
function forwardQuestion(tree, step) {
  const { kinds, at, parents, choices } = tree.story;
  const next = step + 1;
  if (kinds[next] !== "i" || parents[at[next]] !== at[step] || kinds[step] === "x") return null;
  const name = nameOf(tree, at[next]), right = valueOf(tree, at[next]);
  const siblings = Array.from(childrenOf(tree, at[step], tree.steps)).filter((node) => choices[node] === choices[at[next]]);
  const options = around([...new Set(siblings.map((node) => valueOf(tree, node)))], right);
  if (options.length < 2) return null;
  const why = `Nothing has been chosen for ${name} here yet, so its first item comes: ${right}.`;
  return { kind: "forward", step, text: `The search goes forward. Which value does ${name} take next?`, options, right: options.indexOf(right), why };
}

// Back to which choice?
function backQuestion(tree, step) {
  const { kinds, at, parents } = tree.story;
  if (!(DEAD.includes(kinds[step]) || kinds[step] === "A")) return null;
  const way = wayTo(tree, at[step]).filter((node) => nameOf(tree, node));
  if (way.length < 2) return null;
  let next = step + 1, exhausted = [];
  for (; next < tree.steps && kinds[next] !== "i"; next++) {
    if (kinds[next] === "b") return null;
    if (kinds[next] === "x") exhausted.push(placeAt(tree, next).name);
  }
  const last = way.slice(1 - OPTIONS), options = last.map((node) => labelOf(tree, node));
  options.push("to none: the search ends");
  const again = next < tree.steps ? last.findIndex((node) => parents[node] === parents[at[next]]) : last.length;
  if (again < 0 || (next >= tree.steps && tree.story.left_out)) return null;
  const done = exhausted.length ? `There is no further item for ${exhausted.join(", then for ")}. ` : "";
  const goes = again < last.length ? `So the search goes back to ${options[again]}, and takes ${labelOf(tree, at[next])} next.` : "So the search ends.";
  return { kind: "back", step, text: "This branch is at its end. Which choice on the way is made anew?", options, right: again, why: done + goes };
}

// Which require ends it?
function endQuestion(tree, step) {
  const { kinds, at, where, places } = tree.story;
  if (kinds[step] !== "i") return null;
  const guards = guardsOf(tree);
  if (!guards.length) return null;
  let next = step + 1;
  while (next < tree.steps && kinds[next] === "p") next++;
  if (next === tree.steps || kinds[next] === "b" || (kinds[next] === "f" && at[next] !== at[step])) return null;
  const ending = kinds[next] === "f" ? where[next] : -1;
  if (ending < 0 && next === step + 1) return null; // no require was asked here
  const shown = around(guards, ending), none = "none: the search goes on";
  const options = [...shown.map((place) => `line ${places[place][2]}: ${places[place][1]}`), none];
  const right = ending < 0 ? shown.length : shown.indexOf(ending);
  const why = ending < 0 ? "All that is required here holds, so the search goes on." : `With ${labelOf(tree, at[step])} ${options[right]} does not hold.`;
  return { kind: "end", step, text: `${labelOf(tree, at[step])} has been taken. Which require ends this branch?`, options, right, why };
}

// The places of all guards, line by line.
function guardsOf(tree) {
  if (!tree.guards) {
    const { places } = tree.story;
    tree.guards = places.map((_, place) => place).filter((place) => places[place][0] === "guard").sort((a, b) => places[a][2] - places[b][2]);
  }
  return tree.guards;
}

// A few of the things, in their order, and this one among them.
function around(things, one) {
  const place = Math.max(0, things.indexOf(one));
  const start = Math.max(0, Math.min(place - 2, things.length - OPTIONS + 1));
  return things.slice(start, start + OPTIONS - 1);
}
