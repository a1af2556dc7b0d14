import { expect, type Page } from '@playwright/test';
import { choosePerson, test } from './helpers/base.ts';
import { call, chatIdOf, uidOf } from './helpers/calls.ts';
import { box, goToChat, openChat, say } from './helpers/chat.ts';
import { either, networkAway, signedOut } from './helpers/watch.ts';

/** A page may use a token that has ended, and a send in another person's name does not get through. */
const expected = either(signedOut, networkAway);

interface Said {
  text: string;
  senderId: string;
}

/** Who has said this in the chat, as somebody else reads it; null while nobody has. */
async function saidBy(reader: Page, chatId: string, text: string): Promise<string | null> {
  const messages = (await call(reader, 'GET', `/api/chat/${chatId}/messages`)) as Said[];
  return messages.find((message) => message.text === text)?.senderId ?? null;
}

/** Somebody signs in within the same browser, in a window that was left open, for which no page waits any more. */
async function signsInBehind(page: Page, name: string): Promise<void> {
  const left = await page.context().newPage();
  await left.goto('/api/session/google?display=popup');
  await choosePerson(left, name);
  await left.waitForURL('**/signed-in.html**').catch((error: unknown) => {
    if (!left.isClosed()) throw error;
  });
}

test('when somebody else signs in by a window that was left open, nothing is said in their name', async ({
  signedIn,
  joined,
}) => {
  await joined('Jonas Lindqvist');
  const ruth = await signedIn('Ruth Adeyemi', { blank: true });
  const ben = await signedIn('Ben Boyd', { expected });
  await goToChat(ben.page, ['Ruth Adeyemi', 'Jonas Lindqvist'], 'Kitchen');
  const chatId = chatIdOf(ben.page);
  const itsUid = await uidOf(ben.page);
  // One message waits, because the server could not accept it.
  await ben.page.route('**/api/chat/send', (route) =>
    route.fulfill({ status: 503, json: { error: 'later', code: 'unavailable' } }),
  );
  await say(ben.page, 'Waits for Ben');
  await expect(ben.page.getByText('Not sent yet')).toBeVisible();

  // The page is Ben's until it learns who is now signed in.
  const heard = Promise.withResolvers<void>();
  await ben.page.route('**/api/me', async (route) => {
    await heard.promise;
    await route.continue();
  });
  await signsInBehind(ben.page, 'Jonas Lindqvist');
  await ben.page.unroute('**/api/chat/send');
  await box(ben.page).fill('Typed by Ben');
  await box(ben.page).press('Enter');
  await expect(ben.page.getByText('Typed by Ben')).toBeVisible();
  await expect(ben.page.getByText('Waiting to be sent')).toBeVisible();
  expect(await uidOf(ben.page)).toBe(itsUid);
  heard.resolve();

  // Then it belongs to the person who has signed in, and nothing is left of what Ben had not sent.
  await expect.poll(() => uidOf(ben.page)).not.toBe(itsUid);
  const newUid = await uidOf(ben.page);
  await openChat(ben.page, 'Kitchen');
  await say(ben.page, 'Said by Jonas');
  await expect.poll(() => saidBy(ruth.page, chatId, 'Said by Jonas')).toBe(newUid);
  for (const text of ['Waits for Ben', 'Typed by Ben']) {
    await expect(ben.page.getByText(text)).toHaveCount(0);
    expect([text, await saidBy(ruth.page, chatId, text)]).toEqual([text, null]);
  }
});
