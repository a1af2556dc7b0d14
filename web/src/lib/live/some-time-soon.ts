/** Calls `act` once, after a random delay of up to `longest` ms, no matter how many times it is wanted meanwhile. */
export function someTimeSoon(longest: number, act: () => void, random = Math.random) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    want() {
      timer ??= setTimeout(() => {
        timer = undefined;
        act();
      }, random() * longest);
    },
    stop: () => clearTimeout(timer),
  };
}
