// Searching for a value: all nodes whose words have the text in them.

function findValue(page, text) {
  const { tree, view } = page;
  view.hits = new Set();
  const wanted = text.trim().toLowerCase();
  if (wanted) {
    const fits = new Map(); // of each choice and value, whether it fits
    for (let node = 0; node < tree.size; node++) {
      const key = tree.story.choices[node] * tree.story.texts.length + tree.story.values[node];
      if (!fits.has(key)) fits.set(key, labelOf(tree, node).toLowerCase().includes(wanted));
      if (fits.get(key)) view.hits.add(node);
    }
  }
  element("hits").textContent = wanted ? counted(view.hits.size, "place") : "";
  show(page);
}

// The next hit after the current step; after the last one the first.
function nextHit(page) {
  if (!page.view.hits || !page.view.hits.size) return;
  const steps = Array.from(page.view.hits, (node) => page.tree.met[node]).sort((a, b) => a - b);
  const place = placeIn(steps, page.view.step + 1);
  goTo(page, steps[place % steps.length]);
}
