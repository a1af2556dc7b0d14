/** When the server answered, by its own clock, in ms since 1970: the device's may be wrong. */
export function serverTimeOf(headers: Headers): number {
  const told = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(told) ? Date.now() : told;
}

/** Milliseconds. Smaller differences are normal: the server gives whole seconds, and its answer takes a while to arrive. */
const tolerance = 60_000;

/** Milliseconds by which this device's clock is fast. */
let fast = 0;

/** Learns from an answer that has just come how wrong this device's clock is. */
export function learnTime(headers: Headers): void {
  const difference = Date.now() - serverTimeOf(headers);
  fast = Math.abs(difference) > tolerance ? difference : 0;
}

/** Now, in ms since 1970, corrected by the server's clock once an answer has shown it. */
export const timeNow = (): number => Date.now() - fast;
