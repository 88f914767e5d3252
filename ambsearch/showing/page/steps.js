// Going through the search: to a step, on and back, to answers and dead ends.

function goTo(page, step) {
  page.view.step = Math.max(0, Math.min(page.tree.steps - 1, step));
  show(page);
}

function goOn(page, by) {
  goTo(page, page.view.step + by);
}

function goToNext(page, steps) {
  const place = placeIn(steps, page.view.step + 1);
  if (place < steps.length) goTo(page, steps[place]);
}

function goToBefore(page, steps) {
  const place = placeIn(steps, page.view.step) - 1;
  if (place >= 0) goTo(page, steps[place]);
}

function isAtEnd(page) {
  return page.view.step === page.tree.steps - 1;
}
