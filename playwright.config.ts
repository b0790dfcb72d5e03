import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from './tests/e2e/browser-finder.ts';
import { isLanding } from './tests/e2e/rig/landing.ts';
import { isSlow } from './tests/e2e/rig/slowness.ts';

/** Multiplies every timeout when answers and pages are slowed down on purpose: then only a result that never comes may fail. */
const patience = isSlow ? 4 : 1;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // `npm test` runs the journeys: whole stories of a person. Their titles end in `@journey`.
  ...(isLanding && { grep: /@journey/ }),
  // Playwright empties this folder, so no other report may lie in it.
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/rig/fill-folder.ts',
  // Two cores, and each spec has browsers and a server of its own; the long exam waits more than it works, so two go beside it.
  workers: isSlow ? 1 : 3,
  // Long, since they cost nothing where all is well: a machine that is busy with something else fails no test.
  timeout: 480_000 * patience,
  // `npm test` lists a test that needed its second try (tests/run.ts).
  retries: isLanding && !isSlow ? 1 : 0,
  expect: { timeout: 120_000 * patience },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    actionTimeout: 120_000 * patience,
    navigationTimeout: 120_000 * patience,
    locale: 'zh-CN',
    viewport: { width: 1366, height: 768 },
    // Filling the cache of a service worker costs more than most tests. A page that goes offline asks for `serviceWorkers: 'allow'`.
    serviceWorkers: 'block',
    // Each frame of an animation is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of five browsers costs more than the exam itself; the specs attach what their pages showed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserArgs() },
  },
});
