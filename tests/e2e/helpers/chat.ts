import { expect, type Locator, type Page } from '@playwright/test';
import { call } from './calls.ts';
import { hearsOfChats } from './network.ts';
import { settled } from './settled.ts';

/** The chat, operated as a person does in a browser. */

/** Creates a chat with these people without the dialog, and opens it. The page may still be blank. */
export async function goToChat(page: Page, people: readonly string[], groupName?: string): Promise<void> {
  const staff = (await call(page, 'GET', '/api/users')) as { uid: string; displayName: string; email: string }[];
  const uidCalled = (name: string) =>
    staff.find(({ displayName, email }) => `${displayName} ${email}`.includes(name))?.uid;
  const { id } = (await call(page, 'POST', '/api/chat/create', {
    users: people.map(uidCalled),
    isGroup: people.length > 1,
    ...(groupName !== undefined && { name: groupName }),
  })) as { id: string };
  await page.goto(`/chat/${id}`);
  await expect(box(page)).toBeVisible();
  await settled(page);
}

export async function openChat(page: Page, title: string): Promise<void> {
  // On a phone the link is inside a menu, and a blank page has none.
  if (await chatLink(page).isVisible()) await chatLink(page).click();
  else await page.goto('/chat');
  await chatInList(page, title).click();
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible();
}

/** Opens a chat in a blank page, and waits until the page gets the events of it. */
export async function openLiveChat(page: Page, title: string): Promise<void> {
  const hears = hearsOfChats(page);
  await openChat(page, title);
  await hears;
}

/** The link to the chat on every page; it shows how many messages are unread. */
export const chatLink = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Chat( \d+ unread)?$/ });

export const chatInList = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'Chats' }).getByRole('link', { name: title });

export const box = (page: Page): Locator => page.getByRole('textbox', { name: 'Type a message' });

export async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
  await expect(box(page)).toHaveValue('');
}

/** The texts of the messages on the screen, in order; `containing` selects those of one test. */
export async function texts(page: Page, containing: string): Promise<string[]> {
  const all = await page.getByRole('log').getByRole('article').locator('p').allInnerTexts();
  return all.filter((text) => text.includes(containing));
}

/** Fails unless exactly these messages appear on the screen, in this order. */
export async function showsExactly(page: Page, containing: string, wanted: readonly string[]): Promise<void> {
  // The page may be reloading at that moment.
  await expect(async () => expect(await texts(page, containing)).toEqual(wanted)).toPass({ timeout: 30_000 });
}

/** Waits until the server has the message: then it has its number. */
export const isStored = (page: Page, text: string) =>
  expect(page.getByRole('log').locator('article[data-seq]').filter({ hasText: text })).toBeVisible();

/** Waits until no written message is still being sent. */
export const nothingWaits = (page: Page) => expect(page.getByText('Waiting to be sent')).toHaveCount(0);

/** The view of a chat. */
export const peekOf = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });

/** The list shows this number of unread messages for a chat. */
export const unreadInList = (page: Page, title: string, count: number) =>
  expect(chatInList(page, title)).toHaveAccessibleName(new RegExp(`${count} unread`));

/** The list shows no unread messages for a chat. */
export const readInList = (page: Page, title: string) =>
  expect(chatInList(page, title)).not.toHaveAccessibleName(/unread/);

/** The number of unread messages, as the title of the page shows it. */
export const waiting = async (page: Page): Promise<number> => Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0);
