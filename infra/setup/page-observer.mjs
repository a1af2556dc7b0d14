/** Runs in the page from its very beginning (Playwright's `addInitScript`): notes what a browser tells of its own speed. */
export function observePage() {
  const seen = { since: 0, tasks: [], events: [], shift: 0, largest: 0, largestText: '', list: 0 };
  globalThis.seenOfPage = seen;
  const watch = (type, each, more = {}) =>
    new PerformanceObserver((entries) => entries.getEntries().forEach(each)).observe({ type, buffered: true, ...more });

  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
  // A key that is let go of changes nothing to see, and may be told of only when the next one has.
  watch(
    'event',
    ({ startTime, duration, interactionId }) => {
      if (interactionId > 0 && startTime >= seen.since) seen.events.push({ startTime, duration });
    },
    { durationThreshold: 16 },
  );
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  watch('largest-contentful-paint', ({ startTime, element }) => {
    seen.largest = startTime;
    seen.largestText = element?.textContent.slice(0, 40) ?? '';
  });

  // When the list of chats can first be seen: at the frame after it came into the page.
  function lookForList() {
    if (document.querySelector('[aria-label="Chats"] li') === null) return requestAnimationFrame(lookForList);
    seen.list = performance.now();
  }
  lookForList();
}

/** What was noted since the page was opened, or since it was last asked; in milliseconds. */
export function takeSeen() {
  const seen = globalThis.seenOfPage;
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const taken = { ...seen, first: paint?.startTime ?? 0 };
  Object.assign(seen, { since: performance.now(), tasks: [], events: [], shift: 0 });
  return taken;
}
