import { test as base } from '@playwright/test';
import { slowBrowser } from './slowness.ts';

/** What every spec is written with: its browser can be slowed. */
export const test = base.extend<object, object>({
  browser: [async ({ browser }, use) => use(slowBrowser(browser)), { scope: 'worker' }],
});
