import type { Page } from '@playwright/test';
import { settled } from './settled.ts';

/** Presses the phone's Back button, as far as a desktop browser can: it asks the topmost close watcher to close. */
export async function pressBack(page: Page) {
  await settled(page);
  await page.evaluate(() => (globalThis as unknown as { pressBack(): void }).pressBack());
}

/** Must be called before the page is opened. */
export async function haveBack(page: Page) {
  await page.addInitScript(() => {
    type Watcher = EventTarget & { requestClose(): void; destroy(): void };
    const scope = globalThis as unknown as { CloseWatcher: new () => Watcher; pressBack(): void };
    const open: Watcher[] = [];
    const Native = scope.CloseWatcher;
    scope.CloseWatcher = class extends Native {
      constructor() {
        super();
        open.push(this);
        this.addEventListener('close', () => open.splice(open.indexOf(this), 1));
      }
      override destroy() {
        if (open.includes(this)) open.splice(open.indexOf(this), 1);
        super.destroy();
      }
    };
    scope.pressBack = () => open.at(-1)?.requestClose();
  });
}
