/** When the server answered, by its own clock, in ms since 1970: a device's may be wrong. */
export function serverTimeOf(headers: Headers): number {
  const told = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(told) ? Date.now() : told;
}

/** Milliseconds. The server tells whole seconds, and its answer is on its way for a while: less is no wrong clock. */
const tolerance = 60_000;

/** Milliseconds by which this device's clock is fast. */
let fast = 0;

/** Learns from an answer that has just come how wrong this device's clock is. */
export function learnTime(headers: Headers): void {
  const difference = Date.now() - serverTimeOf(headers);
  fast = Math.abs(difference) > tolerance ? difference : 0;
}

/** Now, in ms since 1970: by the server's clock, as soon as an answer has told it. */
export const timeNow = (): number => Date.now() - fast;
