import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from './tests/e2e/browser-finder.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // Two cores, and each spec has browsers and a server of its own; the long exam waits more than it works, so two go beside it.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    actionTimeout: 15_000,
    locale: 'zh-CN',
    viewport: { width: 1366, height: 768 },
    // A trace of five browsers costs more than the exam itself; the specs attach what their pages showed.
    trace: 'off',
    launchOptions: { executablePath: findBrowser(), args: browserArgs() },
  },
});
