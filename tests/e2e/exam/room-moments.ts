import type { Locator, Page } from '@playwright/test';

/** When a text comes up, by the page's own clock: two windows of one machine read the same. */
export const seenAt = (page: Page, text: string): Promise<number> =>
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

/** Presses it and says when, by the page's own clock. */
export async function pressedAt(target: Locator): Promise<number> {
  const at = target.evaluate(
    (element) =>
      new Promise<number>((resolve) =>
        element.addEventListener('click', () => resolve(performance.timeOrigin + performance.now()), { once: true, capture: true }),
      ),
  );
  await target.click();
  return at;
}

/** The window loses the focus and has it again, as when somebody looks at another. */
export const leave = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('blur')));
export const comeBack = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')));

/** When the dialog that covers the paper is gone, by the page's own clock. */
export const dialogGoneAt = (page: Page): Promise<number> =>
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
