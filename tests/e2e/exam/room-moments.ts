import type { Locator, Page } from '@playwright/test';

/** Resolves with the time at which a text appears, by the page's clock. Two windows of one machine share that clock. */
export const waitUntilSeen = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (!document.body.textContent.includes(wanted)) return;
          watch.disconnect();
          resolve(performance.timeOrigin + performance.now());
        };
        const watch = new MutationObserver(look);
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    text,
  );

/** Clicks the target and resolves with the time of the click, by the page's clock. */
export async function clickAndTime(target: Locator): Promise<number> {
  const at = target.evaluate(
    (element) =>
      new Promise<number>((resolve) =>
        element.addEventListener('click', () => resolve(performance.timeOrigin + performance.now()), { once: true, capture: true }),
      ),
  );
  await target.click();
  return at;
}

/** Simulates that the window loses the focus, as when the examinee switches to another window. */
export const leaveWindow = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('blur')));
export const returnToWindow = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')));

/** Resolves with the time at which the dialog over the paper disappears, by the page's clock. */
export const waitUntilDialogGone = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const watch = new MutationObserver(() => {
          if (document.querySelector('[role=alertdialog]') !== null) return;
          watch.disconnect();
          resolve(performance.timeOrigin + performance.now());
        });
        watch.observe(document.body, { subtree: true, childList: true });
      }),
  );
