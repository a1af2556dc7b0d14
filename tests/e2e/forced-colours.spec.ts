import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './helpers/base.ts';
import { chatInList, goToChat, isStored, say } from './helpers/chat.ts';
import { areaOf } from './helpers/layout.ts';
import { chooseInMenu, menu, message } from './helpers/message-acts.ts';
import { pressEscape, settled } from './helpers/settled.ts';

/** A picture of an element: its styles do not tell which of its colours the system replaces. */
async function drawn(page: Page, element: Locator): Promise<string> {
  // A pointer above an element would change what is drawn.
  await page.mouse.move(0, 0);
  await settled(page);
  return (await element.screenshot()).toString('base64');
}

const styleOf = (element: Locator, property: string) =>
  element.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);

test('where the system replaces all colours, one still sees what is on, chosen or current', async ({
  signedIn,
  joined,
}) => {
  await joined('Ben Boyd', 'Grace Wanjiru');
  const { page } = await signedIn('Ruth Adeyemi', { blank: true });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });

  await page.goto('/profile');
  const typing = page.getByRole('switch', { name: 'Show when I am typing' });
  await expect(typing).toBeChecked();
  const on = await drawn(page, typing);
  await typing.click();
  await expect(typing).not.toBeChecked();
  await typing.evaluate((one) => one.blur());
  expect(await drawn(page, typing), 'a switch that is off').not.toBe(on);

  await page.goto('/admin');
  const section = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(section('Users')).toHaveAttribute('aria-current', 'page');
  const search = page.getByRole('main').locator('input[type=search]');
  await search.fill('Ben');
  await settled(page);
  const { x, y, width, height } = await areaOf(search);
  // Without the place where a caret blinks.
  const end = async () =>
    (await page.screenshot({ clip: { x: x + width - height, y, width: height, height } })).toString('base64');
  const withCross = await end();
  const asText = await search.elementHandle();
  await expect
    .poll(async () => {
      // Its page makes it a search again whenever it draws it anew.
      await asText?.evaluate((one) => one.setAttribute('type', 'text'));
      return end();
    }, 'the cross that clears')
    .not.toBe(withCross);
  const lineOf = (name: string) => styleOf(section(name), 'border-bottom-color');
  expect(await lineOf('Users'), 'the line of the current section').not.toBe(await lineOf('Audit log'));

  await goToChat(page, ['Ben Boyd']);
  await say(page, 'In few colours');
  await isStored(page, 'In few colours');
  const ben = chatInList(page, 'Ben Boyd');
  await expect(ben).toHaveAttribute('aria-current', 'page');
  const open = await drawn(page, ben);

  await page.getByRole('button', { name: 'Add an attachment' }).click();
  const camera = page.getByRole('menuitem', { name: 'Camera' });
  const before = await drawn(page, camera);
  await camera.focus();
  expect(await drawn(page, camera), 'the item that Enter would choose').not.toBe(before);
  await pressEscape(page);

  const react = () => message(page, 'In few colours').getByText('In few colours').click({ button: 'right' });
  const heart = menu(page).getByRole('menuitemcheckbox', { name: 'Heart' });
  await react();
  const other = await drawn(page, heart);
  await heart.click();
  await expect(menu(page)).toBeHidden();
  await react();
  await expect(heart).toBeChecked();
  expect(await drawn(page, heart), 'a reaction of one’s own').not.toBe(other);
  await pressEscape(page);
  await expect(menu(page)).toBeHidden();

  await chooseInMenu(page, 'In few colours', 'Delete message');
  const dialog = page.getByRole('dialog', { name: 'Delete this message' });
  expect(await styleOf(dialog, 'border-top-width'), 'the edge of a dialog').toBe('1px');
  await pressEscape(page);

  await goToChat(page, ['Grace Wanjiru']);
  await expect(ben).not.toHaveAttribute('aria-current');
  expect(await drawn(page, ben), 'the open chat').not.toBe(open);
});
