const minute = 60_000;

/** Says yes once a minute at most: neither strangers nor a store that is away must be able to fill the log. */
export function onceAMinute(): () => boolean {
  let saidAt = -Infinity;
  return () => {
    const at = performance.now();
    if (at - saidAt < minute) return false;
    saidAt = at;
    return true;
  };
}
