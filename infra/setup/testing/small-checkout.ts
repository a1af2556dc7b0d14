import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../paths.mjs';

/** A checkout with the scripts of the set-up and hardly anything else. */
export async function makeSmallCheckout(): Promise<string> {
  const checkout = await mkdtemp(join(tmpdir(), 'koinonia-checkout-'));
  await cp(dirname(import.meta.dirname), join(checkout, 'infra', 'setup'), { recursive: true });
  await cp(join(root, 'pnpm-workspace.yaml'), join(checkout, 'pnpm-workspace.yaml'));
  for (const folder of ['services', 'web', 'bin']) await mkdir(join(checkout, folder));
  await npxThat(checkout, 'exit 0');
  return checkout;
}

const links = `mkdir -p node_modules/.bin && ln -sf '${process.execPath}' node_modules/.bin/node && echo ran >> installs`;

/** Its `npx` only links Node, and ends like this. */
export const npxThat = (checkout: string, ends: string) =>
  writeFile(join(checkout, 'bin', 'npx'), `#!/bin/sh\n${links}\n${ends}\n`, { mode: 0o755 });

/** A PATH on which its `npx` comes first. */
export const pathIn = (checkout: string) => [join(checkout, 'bin'), process.env['PATH']].join(delimiter);
