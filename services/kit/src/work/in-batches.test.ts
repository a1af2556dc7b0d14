import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';
import { eventually } from '../testing/eventually.ts';

/** A service that answers only when the test lets it. */
function createOracle() {
  const asked: string[][] = [];
  let answer = () => {};
  let held = Promise.resolve();
  return {
    asked,
    hold: () => void (held = new Promise((resolve) => (answer = resolve))),
    answer: () => answer(),
    async ask(items: readonly string[]) {
      asked.push([...items]);
      await held;
      if (items.includes('nonsense')) throw new Error('not understood');
      return items.map((item) => item.toUpperCase());
    },
  };
}

test('what is wanted in one turn is asked for together, and each gets their own answer', async () => {
  const oracle = createOracle();
  const get = inBatches({ ask: oracle.ask, limit: 10 });
  expect(await Promise.all(['a', 'b', 'c'].map(get))).toEqual(['A', 'B', 'C']);
  expect(oracle.asked).toEqual([['a', 'b', 'c']]);
});

test('no question is larger than the limit but that of one who wants more by themselves', async () => {
  const oracle = createOracle();
  const get = inBatches({ ask: oracle.ask, sizeOf: (item) => item.length, limit: 4 });
  await Promise.all(['aa', 'bb', 'c', 'much more', 'd'].map(get));
  expect(oracle.asked).toEqual([['aa', 'bb'], ['c'], ['much more'], ['d']]);
});

test('nobody waits for the answer to a question that hangs', async () => {
  const oracle = createOracle();
  const get = inBatches({ ask: oracle.ask, limit: 10 });
  oracle.hold();
  const first = get('a');
  await eventually(() => expect(oracle.asked).toEqual([['a']]));
  const second = get('b');
  await eventually(() => expect(oracle.asked).toEqual([['a'], ['b']]));
  oracle.answer();
  expect(await Promise.all([first, second])).toEqual(['A', 'B']);
});

test('a question that fails fails for all who are in it and for nobody else', async () => {
  const get = inBatches({ ask: createOracle().ask, limit: 2 });
  const answers = await Promise.allSettled(['a', 'nonsense', 'b'].map(get));
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

test('an item that has to be asked for by itself may answer later than its neighbours', async () => {
  const alone = Promise.reject(new Error('not understood'));
  alone.catch(() => {});
  const get = inBatches<string, string>({
    ask: async (items) => items.map((i) => (i === 'a' ? 'A' : alone)),
    limit: 2,
  });
  const answers = await Promise.allSettled(['a', 'b'].map(get));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
