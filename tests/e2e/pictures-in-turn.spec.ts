import { expect, type Route } from '@playwright/test';
import { test } from './helpers/base.ts';
import { goToChat, isStored, nothingWaits, openChat, say } from './helpers/chat.ts';
import { attach, picture, send } from './helpers/files.ts';

test('pictures of a chat load three at a time, so that what is written need not wait for them', async ({
  signedIn,
}) => {
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { blank: true });
  await goToChat(ruth.page, ['Ben Boyd']);
  const names = Array.from({ length: 8 }, (_, index) => `day ${index + 1}.png`);
  await attach(
    ruth.page,
    'GIF / Photo',
    names.map((name) => picture(name, [640, 200])),
  );
  await send(ruth.page).click();
  await expect(ruth.page.getByRole('log').locator('article[data-seq]')).toHaveCount(names.length);
  await nothingWaits(ruth.page);

  const asked: Route[] = [];
  await ben.page.route('**/api/media/attachments/**', (route) => void asked.push(route));
  await openChat(ben.page, 'Ruth Adeyemi');
  await expect.poll(() => asked.length).toBe(3);
  await say(ben.page, 'Which day is this?');
  await isStored(ben.page, 'Which day is this?');
  expect(asked).toHaveLength(3);

  await asked[1]?.fulfill({ contentType: 'image/png', body: picture('loaded.png', [640, 200]).buffer });
  await expect(ben.page.getByRole('log').locator('[data-state=shown]')).toHaveCount(1);
  await expect.poll(() => asked.length).toBe(4);
  await say(ben.page, 'And this?');
  await isStored(ben.page, 'And this?');
  expect(asked).toHaveLength(4);
});
