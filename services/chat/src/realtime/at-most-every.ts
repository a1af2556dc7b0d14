/** Does what is wanted at once, but at most once in so many ms: all wishes meanwhile share one more time after them. */
export function atMostEvery(ms: number, act: () => void): { want(): void; close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isWanted = false;

  function run(): void {
    isWanted = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) run();
    }, ms).unref();
    act();
  }

  return {
    want() {
      isWanted = true;
      if (!timer) run();
    },
    close: () => clearTimeout(timer),
  };
}
