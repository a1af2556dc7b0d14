import { expect, onTestFinished, test, vi } from 'vitest';
import { createServiceNodes } from './service-nodes.ts';
import { eventually } from '../testing/eventually.ts';

const three = ['http://10.0.0.1:8103', 'http://10.0.0.2:8103', 'http://10.0.0.3:8103'];

test('nodes are asked in turn', () => {
  const nodes = createServiceNodes(three);
  const firsts = Array.from({ length: 6 }, () => nodes.inOrder()[0]);
  expect(new Set(firsts.slice(0, 3))).toEqual(new Set(three));
  expect(firsts.slice(3)).toEqual(firsts.slice(0, 3));
  expect(nodes.inOrder().toSorted()).toEqual(three);
});

test('a node that failed is asked last for a while, and is never left out', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const nodes = createServiceNodes(three);
  nodes.reportFailure(three[1] ?? '');
  clock.mockReturnValue(1900);
  for (const _ of three) expect(nodes.inOrder()[2]).toBe(three[1]);
  clock.mockReturnValue(2001);
  expect(three.map(() => nodes.inOrder()[0])).toContain(three[1]);

  const only = createServiceNodes(['http://10.0.0.1:8103']);
  only.reportFailure('http://10.0.0.1:8103');
  expect(only.inOrder()).toEqual(['http://10.0.0.1:8103']);
});

test('the node with the least to do comes first, but not while it rests', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const nodes = createServiceNodes(three);
  const load = (origin: string) => three.indexOf(origin);
  expect(nodes.inOrder(load)).toEqual(three);
  nodes.reportFailure(three[0] ?? '');
  expect(nodes.inOrder(load)).toEqual([three[1], three[2], three[0]]);
});

test('a node that leaves its requests hanging gets hardly any more', () => {
  const nodes = createServiceNodes(three);
  const [hanging = ''] = three;
  nodes.begin(hanging);
  for (let request = 0; request < 30; request += 1) {
    const [first = ''] = nodes.inOrder();
    expect(first).not.toBe(hanging);
    nodes.begin(first)();
  }
});

test('a request that is over counts no more', () => {
  const nodes = createServiceNodes(three);
  const over = three.map((origin) => nodes.begin(origin));
  const done = nodes.begin(three[0] ?? '');
  expect(nodes.inOrder()[2]).toBe(three[0]);
  for (const end of [done, ...over]) end();
  expect(new Set(three.map(() => nodes.inOrder()[0]))).toEqual(new Set(three));
});

test('an address by number, and localhost, is one node and is never looked up', () => {
  const urls = ['http://127.0.0.1:1', 'http://[::1]:2', 'http://localhost:3'];
  expect(createServiceNodes(urls).inOrder().toSorted()).toEqual(urls.toSorted());
});

test('a name that cannot be resolved stands for itself', async () => {
  const nodes = createServiceNodes(['http://chat.invalid:8103']);
  expect(nodes.inOrder()).toEqual(['http://chat.invalid:8103']);
  nodes.close();
});

test('nodes that come and go behind a name are noticed within 10 s, and a resolver that fails takes none away', async () => {
  let behind: string[] | null = ['10.0.0.1', '10.0.0.2'];
  const nodes = createServiceNodes(['http://chat:8103', 'http://10.9.9.9:8103'], async (host) => {
    if (behind === null) throw new Error(`${host} cannot be found`);
    return behind.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  });
  const all = () => nodes.inOrder().toSorted();
  await eventually(() =>
    expect(all()).toEqual(['http://10.0.0.1:8103', 'http://10.0.0.2:8103', 'http://10.9.9.9:8103']),
  );
  behind = ['10.0.0.2', 'fd00::3'];
  await eventually(
    () => expect(all()).toEqual(['http://10.0.0.2:8103', 'http://10.9.9.9:8103', 'http://[fd00::3]:8103']),
    {
      timeout: 10_000,
    },
  );
  behind = null;
  await new Promise((resolve) => setTimeout(resolve, 3500));
  expect(all().length).toBe(3);
  nodes.close();
});
