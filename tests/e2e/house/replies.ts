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

/** Lets the next call to this address arrive, but loses its reply. */
export async function loseReply(page: Page, address: string): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}
