import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../');

/** The selectors with `:hover` that also apply where nothing hovers. */
function unguarded(css: string): string[] {
  const found: string[] = [];
  const around: string[] = [];
  for (const [, before = '', brace] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') around.pop();
    if (brace !== '{') continue;
    const guarded = around.some((outer) => outer.startsWith('@media') && outer.includes('(hover: hover)'));
    if (before.includes(':hover') && !guarded) found.push(before.trim());
    around.push(before.trim());
  }
  return found;
}

test('nothing looks as if a mouse were over it after a finger has tapped it', () => {
  const sheets = globSync('**/*.css', { cwd: root });
  expect(sheets.length).toBeGreaterThan(40);
  const found = sheets.flatMap((sheet) => unguarded(readFileSync(`${root}${sheet}`, 'utf8')));
  expect(found).toEqual([]);
});
