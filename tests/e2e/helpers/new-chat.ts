import { expect, type Locator, type Page } from '@playwright/test';
import { box, chatLink } from './chat.ts';
import { settled } from './settled.ts';

/** Starts a chat with the dialog. */
export async function startChat(page: Page, people: readonly string[], groupName?: string): Promise<void> {
  await chooseForChat(page, people, groupName);
  await createChosen(page);
}

/** Chooses who the new chat is with, but does not create it yet. */
export async function chooseForChat(page: Page, people: readonly string[], groupName?: string): Promise<void> {
  await chatLink(page).click();
  await page.getByRole('button', { name: 'Start a new chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  for (const name of people) {
    await dialog.getByRole('searchbox').fill(name);
    await choice(dialog, name).click();
    await expect(dialog.getByRole('checkbox', { name })).toBeChecked();
  }
  if (groupName !== undefined) await dialog.getByLabel('Group name').fill(groupName);
}

/** Starts a chat with one person on a phone. */
export async function startChatByTouch(page: Page, name: string): Promise<void> {
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Start a new chat' }).tap();
  await choice(page.getByRole('dialog', { name: 'Start New Chat' }), name).tap();
  await createChosen(page, 'tap');
}

/** Presses 'Create' and waits for the chat that is created or found; another one may have been open before. */
export async function createChosen(page: Page, press: 'click' | 'tap' = 'click'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  const creating = page.waitForResponse('**/api/chat/create');
  await dialog.getByRole('button', { name: 'Create' })[press]();
  const { id } = (await (await creating).json()) as { id: string };
  await expect(page).toHaveURL(new RegExp(`/chat/${id}$`));
  await expect(dialog).toBeHidden();
  await expect(box(page)).toBeVisible();
  await settled(page);
}

/** A person's entry in a list to choose people from. */
export const choice = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('listitem').filter({ hasText: name });
