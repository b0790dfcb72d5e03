import { expect, type Locator, type Page } from '@playwright/test';

/** Goes to something by Tab alone, from wherever the focus is; forwards, or back. */
export async function tabTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(goal.first()).toBeVisible();
  for (let stop = 0; stop < 60; stop += 1) {
    if (await goal.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never came to ${String(goal)}`);
}
export const press = async (page: Page, goal: Locator, key = 'Enter') => {
  await tabTo(page, goal);
  await page.keyboard.press(key);
};
export const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name, exact: true });
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
export const toast = (page: Page, text: string) => expect(page.getByRole('listitem').filter({ hasText: text }).first()).toBeVisible();

/** Opens a drop-down that has the focus, and chooses by its letters or arrows. */
export async function choose(page: Page, goal: Locator, option: string): Promise<void> {
  await press(page, goal);
  const wanted = page.getByRole('option', { name: option, exact: true });
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 30 && (await wanted.getAttribute('data-highlighted')) === null; step += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(goal).toContainText(option);
  await expect(goal).toBeFocused();
}
