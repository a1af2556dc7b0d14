/** What the browser has recorded of a page; times in milliseconds. */
export interface Seen {
  /** When the page was opened, or last asked. */
  since: number;
  tasks: { startTime: number; duration: number }[];
  events: { startTime: number; duration: number }[];
  shift: number;
  largest: number;
  largestText: string;
  /** When the list of chats became visible. */
  list: number;
  first: number;
}

declare global {
  var seenOfPage: Seen;
}

type Entry = PerformanceEntry & {
  interactionId: number;
  value: number;
  hadRecentInput: boolean;
  element: Element | null;
};

/** Runs in the page from its very beginning (Playwright's `addInitScript`): records the browser's own performance entries. */
export function observePage(): void {
  const seen: Seen = { since: 0, tasks: [], events: [], shift: 0, largest: 0, largestText: '', list: 0, first: 0 };
  globalThis.seenOfPage = seen;
  const watch = (type: string, each: (entry: Entry) => void, more: object = {}) =>
    new PerformanceObserver((entries) => (entries.getEntries() as Entry[]).forEach(each)).observe({
      type,
      buffered: true,
      ...more,
    });

  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
  // A released key changes nothing visible, and may be reported only at the next key.
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
    seen.largestText = element?.textContent?.slice(0, 40) ?? '';
  });

  // When the list of chats becomes visible: at the frame after it was added to the page.
  function lookForList() {
    if (document.querySelector('[aria-label="Chats"] li') === null) return void requestAnimationFrame(lookForList);
    seen.list = performance.now();
  }
  lookForList();
}

/** The entries since the page was opened, or since the last call. */
export function takeSeen(): Seen {
  const seen = globalThis.seenOfPage;
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const taken = { ...seen, first: paint?.startTime ?? 0 };
  Object.assign(seen, { since: performance.now(), tasks: [], events: [], shift: 0 });
  return taken;
}
