import type { Page } from '@playwright/test';

/** Delays replies from one address. The returned function lets them through. */
export async function delayReplies(page: Page, address: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return async () => {
    const answered = page.waitForResponse(address);
    gate.resolve();
    await answered;
    await page.unroute(address);
  };
}
