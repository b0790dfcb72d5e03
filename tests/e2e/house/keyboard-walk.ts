import { expect, type Locator, type Page } from '@playwright/test';

/** Moves the focus to `goal` with Tab alone, forwards or back, from its present position. */
export async function tabTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(goal.first()).toBeVisible();
  // A disabled control has no Tab stop.
  await expect(goal.first()).toBeEnabled();
  for (let stop = 0; stop < 150; stop += 1) {
    if (await goal.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    // Waits a frame: no user presses keys faster than the page renders.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }
  throw new Error(`Tab never came to ${String(goal)}`);
}
export const pressElement = async (page: Page, goal: Locator, key = 'Enter') => {
  await tabTo(page, goal);
  await page.keyboard.press(key);
};
export const getButton = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name, exact: true });
export const getRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
export const expectToast = (page: Page, text: string) => expect(page.getByRole('listitem').filter({ hasText: text }).first()).toBeVisible();

/**
 * Moves down an open list or menu until `wanted` has the focus. Waits after each step, because the focus moves a task later than the key.
 */
export async function goDownTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  const at = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  for (let step = 0; step < 30; step += 1) {
    if ((await wanted.getAttribute('data-highlighted')) !== null) return;
    const before = await at();
    await page.keyboard.press('ArrowDown');
    await expect.poll(at).not.toBe(before);
  }
  throw new Error(`ArrowDown never came to ${String(wanted)}`);
}

/** Opens a drop-down by keyboard and chooses an option. */
export async function chooseByKeyboard(page: Page, goal: Locator, option: string): Promise<void> {
  await pressElement(page, goal);
  await goDownTo(page, page.getByRole('option', { name: option, exact: true }));
  await page.keyboard.press('Enter');
  await expect(goal).toContainText(option);
  await expect(goal).toBeFocused();
}
