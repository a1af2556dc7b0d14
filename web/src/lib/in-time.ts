/**
 * The outcome of `work`; rejects if it takes longer than `milliseconds`. For the browser's databases, which may never answer
 * (it happens in Safari), and for answers that are too slow to wait for.
 */
export function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer in time')), milliseconds);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
