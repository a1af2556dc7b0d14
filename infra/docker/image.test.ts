import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pnpm } from '../setup/paths.mjs';

const dockerfile = readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8');

/** The steps of each stage of the image. */
const stages = dockerfile
  .split(/^FROM /m)
  .slice(1)
  .map((stage) => stage.split('\n').filter((line) => /^[A-Z]+ /.test(line)));

test('the user of the processes can read what is copied from a checkout that only its owner can read', () => {
  const fromCheckout = (line: string) => /^(COPY|ADD) (?!--from=)/.test(line);
  const copying = stages.filter((steps) => steps.some(fromCheckout));
  expect(copying.length).toBeGreaterThan(0);
  for (const steps of copying) expect(steps[steps.findLastIndex(fromCheckout) + 1]).toBe('RUN chmod -R u+rwX,go+rX .');
});

test('the image is built with the same version of pnpm as a checkout is set up', () => {
  expect(dockerfile).toContain(`install --global ${pnpm}\n`);
});
