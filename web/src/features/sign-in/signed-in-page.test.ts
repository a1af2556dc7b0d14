import { readFileSync } from 'node:fs';
import { signInChannel } from '@koinonia/contracts/identity.ts';
import { expect, test } from 'vitest';

const page = (name: string) => readFileSync(new URL(`../../../public/${name}`, import.meta.url), 'utf8');

test('the page that ends a popup speaks on the channel that the opener listens to', () => {
  expect(page('signed-in.js')).toContain(`new BroadcastChannel('${signInChannel}')`);
});

test.each(['signed-in.html', '../index.html'])('%s runs no inline script and no inline style', (name) => {
  expect(page(name)).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
});
