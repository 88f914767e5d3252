// Going through the search: to a step, on and back, to answers and dead ends, and by itself.

function goTo(page, step) {
  page.view.step = Math.max(0, Math.min(page.tree.steps - 1, step));
  show(page);
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

// Steps a second; the slider doubles and halves them.
function speedOf(page) {
  return 2 ** Number(element("speed").value);
}

function togglePlay(page) {
  if (page.playing) return pause(page);
  if (isAtEnd(page)) goTo(page, 0);
  page.playing = true;
  showPlaying(page);
  let due = 0, before = performance.now();
  const tick = (now) => {
    if (!page.playing) return;
    due += ((now - before) / 1000) * speedOf(page);
    before = now;
    if (due >= 1) {
      goTo(page, page.view.step + Math.floor(due));
      due %= 1;
    }
    if (isAtEnd(page)) pause(page);
    else requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

function pause(page) {
  page.playing = false;
  showPlaying(page);
}

function showPlaying(page) {
  element("play").textContent = page.playing ? "⏸ Pause" : "▶ Play";
}
