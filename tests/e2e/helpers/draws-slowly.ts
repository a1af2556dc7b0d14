import type { Page } from '@playwright/test';

/** From the next load on, React draws as on a very slow phone: the message to itself before each slice comes late. */
export async function drawsSlowly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => postMessage.call(this, message), 500);
    };
  });
}
