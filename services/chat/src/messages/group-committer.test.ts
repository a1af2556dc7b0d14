import { describe, expect, test } from 'vitest';
import { createGroupCommitter } from './group-committer.ts';

/** A store whose commits a test can delay or refuse. */
function createStore() {
  const batches: string[][] = [];
  let release = () => {};
  let held = Promise.resolve();
  return {
    batches,
    hold: () => void (held = new Promise((resolve) => (release = resolve))),
    release: () => release(),
    async commit(items: readonly string[]) {
      batches.push([...items]);
      await held;
      if (items.includes('away')) throw new Error('away');
      if (items.includes('poison')) throw new Error('refused');
      return items.map((item) => item.toUpperCase());
    },
  };
}

const committer = (store: ReturnType<typeof createStore>, options: { limit?: number; patience?: number } = {}) =>
  createGroupCommitter<string, string>({
    commit: store.commit,
    isRefusal: (error) => error instanceof Error && error.message === 'refused',
    keyOf: (item) => (item.startsWith('key ') ? item : null),
    limit: options.limit ?? 100,
    patience: options.patience ?? 10_000,
  });

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('sends that arrive together', () => {
  test('are committed together, and each has its own result', async () => {
    const store = createStore();
    const { add } = committer(store);
    expect(await Promise.all(['a', 'b', 'c'].map(add))).toEqual(['A', 'B', 'C']);
    expect(store.batches).toEqual([['a', 'b', 'c']]);
  });

  test('wait while a commit is under way, and go together in the next', async () => {
    const store = createStore();
    const { add } = committer(store);
    store.hold();
    const results = [add('a')];
    await nextTurn();
    results.push(add('b'), add('c'));
    await nextTurn();
    results.push(add('d'));
    expect(store.batches).toEqual([['a']]);
    store.release();
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D']);
    expect(store.batches).toEqual([['a'], ['b', 'c', 'd']]);
  });

  test('are parted where a batch is full, in their order', async () => {
    const store = createStore();
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(committer(store, { limit: 2 }).add));
    expect(store.batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('do not share a batch with their own repetition', async () => {
    const store = createStore();
    await Promise.all(['key 1', 'key 1', 'key 2', 'a'].map(committer(store).add));
    expect(store.batches).toEqual([['key 1', 'key 2', 'a'], ['key 1']]);
  });
});

describe('a send that cannot be committed', () => {
  test('takes none of its neighbours along', async () => {
    const store = createStore();
    const results = await Promise.allSettled(['a', 'poison', 'b'].map(committer(store).add));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('because the store is away is not tried again, for it may have been stored', async () => {
    const store = createStore();
    const results = await Promise.allSettled(['a', 'away'].map(committer(store).add));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(store.batches).toHaveLength(1);
  });

  test('in time is told so, and nothing that still waited is committed later', async () => {
    const store = createStore();
    const { add } = committer(store, { patience: 300 });
    store.hold();
    const underWay = add('a');
    await nextTurn();
    const waiting = add('b');
    await expect(underWay).rejects.toMatchObject({ code: 'unavailable' });
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
    store.release();
    expect(await add('c')).toBe('C');
    expect(store.batches).toEqual([['a'], ['c']]);
  });
});
