// What has just happened, in words.

function wordsOf(tree, step) {
  const { story } = tree;
  const node = story.at[step], place = placeAt(tree, step);
  const told = story.told[step] < 0 ? "" : story.texts[story.told[step]];
  switch (story.kinds[step]) {
    case "b": return node ? `A search inside begins: ${valueOf(tree, node)}` : `The search begins: ${valueOf(tree, node)}`;
    case "i": return `${labelOf(tree, node)} is taken`;
    case "x": return `${place.name} has no further item: the search goes back`;
    case "p": return `holds, line ${place.line}: ${place.name}`;
    case "f": return `fails, line ${place.line}: ${place.name}; this branch ends`;
    case "d": return `This branch ends, line ${place.line}: ${place.name}`;
    case "r": return `line ${place.line} returns ${told}`;
    case "A": return `Answer ${answersBy(tree, step)}: ${told}`;
    case "a": return `The search inside finds ${told}`;
    default: return node ? `The search inside ends: ${told}` : `The search ends: ${told}`;
  }
}

function placeAt(tree, step) {
  const number = tree.story.where[step];
  if (number < 0) return null;
  const [kind, name, line, listing] = tree.story.places[number];
  return { kind, name, line, listing };
}

// How many answers there are by a step.
function answersBy(tree, step) {
  return placeIn(tree.answerSteps, step + 1);
}

// How many of the steps, which are in order, are before this one.
function placeIn(steps, step) {
  let low = 0, high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle] < step) low = middle + 1;
    else high = middle;
  }
  return low;
}
