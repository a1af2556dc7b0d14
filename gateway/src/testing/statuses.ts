/** The statuses of calls that are made one after another. */
export async function statuses(times: number, call: (index: number) => Promise<Response>): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < times; index += 1) all.push((await call(index)).status);
  return all;
}
