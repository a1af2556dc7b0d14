import { expect } from '@playwright/test';
import { databaseOf, fillChat } from '../support/long-chat.ts';
import { test } from './helpers/base.ts';
import { call, chatIdOf, uidCalled, uidOf } from './helpers/calls.ts';
import { goToChat } from './helpers/chat.ts';
import { held } from './helpers/held-answers.ts';
import { changeChat } from './helpers/message-acts.ts';
import { choosePrint } from './helpers/printed.ts';
import { settled } from './helpers/settled.ts';

test('a chat is printed once the names are there of all whom it names, also of those who only came and went', async ({
  signedIn,
  joined,
  base,
}) => {
  await joined('Ben Boyd', 'Grace Wanjiru', 'Kim Ha-eun');
  const ruth = await signedIn('Ruth Adeyemi');
  await goToChat(ruth.page, ['Ben Boyd', 'Grace Wanjiru'], 'Boats');
  const kim = await uidCalled(ruth.page, 'Kim Ha-eun');
  await changeChat(ruth.page, { add: [kim] });
  await changeChat(ruth.page, { remove: [kim] });
  await fillChat(await databaseOf(base.dataDir), chatIdOf(ruth.page), await uidOf(ruth.page), 300, 2);
  await call(ruth.page, 'PATCH', `/api/users/${kim}`, { active: false });

  const { page } = await signedIn('Ben Boyd', { blank: true });
  await page.addInitScript(() => {
    globalThis.print = () =>
      sessionStorage.setItem('printed', document.querySelector('[data-paper]')?.textContent ?? '');
  });
  const looking = await held(page, `**/api/user/${kim}`, 'GET');
  // The page has not asked yet who came and went at the beginning.
  await page.goto(`${ruth.page.url()}?at=300`);
  await expect(page.getByRole('log').locator('[data-seq="300"]')).toBeInViewport();
  await choosePrint(page);
  await looking.come;
  await settled(page);
  const printed = () => page.evaluate(() => sessionStorage.getItem('printed'));
  expect(await printed()).toBeNull();
  await looking.letGo();
  await expect.poll(printed).toContain('Line 300');
  expect(await printed()).toContain('added Kim Ha-eun');
});
