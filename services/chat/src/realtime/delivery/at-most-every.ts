/** Calls `act` at once when it is wanted, but at most once every `ms`: all requests meanwhile share one call afterwards. */
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
