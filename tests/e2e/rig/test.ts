import { test as base } from '@playwright/test';
import { disposeSharedServer } from './shared-server.ts';
import { createSlowBrowser } from './slowness.ts';

/** Extends Playwright's test: its browser can be slowed, and the server that a worker's specs share ends with the worker. */
export const test = base.extend<object, { sharedServerEnds: undefined }>({
  browser: [async ({ browser }, use) => use(createSlowBrowser(browser)), { scope: 'worker' }],
  sharedServerEnds: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern.
    async ({}, use) => {
      await use(undefined);
      await disposeSharedServer();
    },
    { scope: 'worker', auto: true },
  ],
});
