import { expect, type Locator, type Page } from '@playwright/test';
import { settled } from './settled.ts';

/** The chat as somebody uses it in a browser. */

export async function startChat(page: Page, people: readonly string[], groupName?: string): Promise<void> {
  await chatLink(page).click();
  await page.getByRole('button', { name: 'Start a new chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  for (const name of people) {
    await dialog.getByRole('searchbox').fill(name);
    await choice(dialog, name).click();
    await expect(dialog.getByRole('checkbox', { name })).toBeChecked();
  }
  if (groupName !== undefined) await dialog.getByLabel('Group name').fill(groupName);
  await create(page);
}

/** Starts a chat with one person on a phone. */
export async function startChatByTouch(page: Page, name: string): Promise<void> {
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Start a new chat' }).tap();
  await choice(page.getByRole('dialog', { name: 'Start New Chat' }), name).tap();
  await create(page, 'tap');
}

/** Presses 'Create' and comes to the chat that is made, or found; another one may have been open before. */
async function create(page: Page, press: 'click' | 'tap' = 'click'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  const creating = page.waitForResponse('**/api/chat/create');
  await dialog.getByRole('button', { name: 'Create' })[press]();
  const { id } = (await (await creating).json()) as { id: string };
  await expect(page).toHaveURL(new RegExp(`/chat/${id}$`));
  await expect(dialog).toBeHidden();
  await expect(box(page)).toBeVisible();
  await settled(page);
}

/** Somebody's line in a list of people to choose from. */
export const choice = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('listitem').filter({ hasText: name });

export async function openChat(page: Page, title: string): Promise<void> {
  await page.goto('/chat');
  await chatInList(page, title).click();
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible();
}

/** The way to the chat from every page; it tells how many messages are unread. */
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

/** The texts of the messages on the screen, in their order; `containing` picks those of one test. */
export async function texts(page: Page, containing: string): Promise<string[]> {
  const all = await page.getByRole('log').getByRole('article').locator('p').allInnerTexts();
  return all.filter((text) => text.includes(containing));
}

/** Fails unless exactly these messages come to stand on the screen, in this order. */
export async function showsExactly(page: Page, containing: string, wanted: readonly string[]): Promise<void> {
  // The page may be opening anew at the moment when it is asked.
  await expect(async () => expect(await texts(page, containing)).toEqual(wanted)).toPass({ timeout: 30_000 });
}

/** The server has what was written: the message has its number. */
export const isStored = (page: Page, text: string) =>
  expect(page.getByRole('log').locator('article[data-seq]').filter({ hasText: text })).toBeVisible();

/** Nothing that was written is still on its way. */
export const nothingWaits = (page: Page) => expect(page.getByText('Waiting to be sent')).toHaveCount(0);

/** What a look into a chat shows. */
export const peekOf = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });

/** The list says that so much of a chat is unread. */
export const unreadInList = (page: Page, title: string, count: number) =>
  expect(chatInList(page, title)).toHaveAccessibleName(new RegExp(`${count} unread`));

/** The list says that nothing of a chat is unread. */
export const readInList = (page: Page, title: string) =>
  expect(chatInList(page, title)).not.toHaveAccessibleName(/unread/);

/** How much waits to be read, as the title of the page tells it. */
export const waiting = async (page: Page): Promise<number> => Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0);
