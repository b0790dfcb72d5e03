import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from './tests/e2e/browser-finder.ts';
import { isLanding } from './tests/e2e/rig/landing.ts';
import { isSlow } from './tests/e2e/rig/slowness.ts';

/** Factor for every timeout. It is higher when the tests slow down requests and pages on purpose, so that slowness alone fails no test. */
const patience = isSlow ? 4 : 1;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // `npm test` runs only the tests whose titles end in `@journey`: each follows a person through a whole task.
  ...(isLanding && { grep: /@journey/ }),
  // Playwright empties this folder, so no other report may be written to it.
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/rig/fill-folder.ts',
  // The machine has two cores, and each spec starts browsers and a server of its own. One spec holds a long exam and mostly waits, so two more fit
  // beside it.
  workers: isSlow ? 1 : 3,
  // The timeouts are long so that a busy machine fails no test. A test that passes does not wait for them.
  timeout: 480_000 * patience,
  // One retry in `npm test`, which lists the tests that needed it (tests/run.ts).
  retries: isLanding && !isSlow ? 1 : 0,
  expect: { timeout: 120_000 * patience },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    actionTimeout: 120_000 * patience,
    navigationTimeout: 120_000 * patience,
    locale: 'zh-CN',
    viewport: { width: 1366, height: 768 },
    // Filling the cache of a service worker takes longer than most tests. A test that takes its page offline sets `serviceWorkers: 'allow'`.
    serviceWorkers: 'block',
    // Animations are off, because the processor draws each of their frames and so slows the tests down.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording a trace of five browsers takes more processor time than the exam under test. The specs attach what their pages showed instead.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserArgs() },
  },
});
