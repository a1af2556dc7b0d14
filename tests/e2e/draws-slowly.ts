import type { Page } from '@playwright/test';

/** From the next load on, the page is drawn as by a very slow phone: React draws a slice for each message to itself. */
export async function drawsSlowly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => postMessage.call(this, message), 500);
    };
  });
}
