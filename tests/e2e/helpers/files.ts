import { pngOf } from '@koinonia/kit/testing/png.ts';
import { expect, type Locator, type Page } from '@playwright/test';

/** A file on a person's device. */
export interface DeviceFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

type Colour = readonly [red: number, green: number, blue: number];

/** A PNG of one colour. */
export function picture(name: string, [width, height] = [640, 480], colour: Colour = [40, 120, 110]): DeviceFile {
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from(colour))]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return { name, mimeType: 'image/png', buffer: pngOf({ width, height, kind: 'rgb', rows }) };
}

export const document = (name: string, content = 'Bring boots.'): DeviceFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

type Way = 'GIF / Photo' | 'Camera' | 'File';

/** Chooses files by one of the three entries of the attachment menu. Enter does nothing while they are being examined. */
export async function choose(page: Page, way: Way, files: DeviceFile[]): Promise<void> {
  await page.getByRole('button', { name: 'Add an attachment' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: way, exact: true }).click();
  await (await choosing).setFiles(files);
}

/** Chooses files that can be sent, and waits until they are beside the box for writing. */
export async function attach(page: Page, way: Way, files: DeviceFile[]): Promise<void> {
  const before = await chosen(page).count();
  await choose(page, way, files);
  await expect(chosen(page)).toHaveCount(before + files.length);
}

/**
 * Hands over files as the device does when they are pasted or dropped, on the box for writing unless `place`. True when the
 * page has handled them, so that the browser does nothing with them itself.
 */
export async function handOver(
  page: Page,
  event: 'paste' | 'dragenter' | 'dragleave' | 'drop',
  files: DeviceFile[],
  place: Locator = page.getByRole('textbox', { name: 'Type a message' }),
): Promise<boolean> {
  const packed = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }));
  return place.evaluate(
    (element, [kind, given]) => {
      const handed = new DataTransfer();
      for (const { name, mimeType, bytes } of given)
        handed.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
      const options = { bubbles: true, cancelable: true };
      return !element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...options, clipboardData: handed })
          : new DragEvent(kind, { ...options, dataTransfer: handed }),
      );
    },
    [event, packed] as const,
  );
}

/** The files beside the box for writing, which are sent with the next message. */
export const chosen = (page: Page): Locator => page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');

export const send = (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true });

/** The files in a chat that are not pictures. */
export const fileLink = (page: Page): Locator => page.getByRole('log').getByRole('link', { name: 'Attachment' });
