/** Does once what is wanted, after a random time of up to so many ms, however often it is wanted meanwhile. */
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
