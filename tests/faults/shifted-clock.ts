import { readFileSync } from 'node:fs';

/**
 * Loaded before a process of the product (`node --import`): its wall clock is then wrong by the ms in `CLOCK_FILE`, which is
 * read again at SIGWINCH. Timers use another clock and stay as they are, as when an operator sets the time.
 */
const RealDate = Date;
const file = process.env['CLOCK_FILE'];
if (!file) throw new Error('CLOCK_FILE says by how much the clock is wrong');
const read = () => Number(readFileSync(file, 'utf8'));
let offset = read();
process.on('SIGWINCH', () => (offset = read()));

const now = () => RealDate.now() + offset;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) => (given.length > 0 ? Reflect.construct(target, given) : new RealDate(now())) as object,
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
