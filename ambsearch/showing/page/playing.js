// Going on by itself; the scripts beside this one say what a step is.

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
      goOn(page, Math.floor(due));
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
