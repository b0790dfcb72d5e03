import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{sync,server,web}/**/*.test.{ts,tsx}', 'tests/{architecture,contract,e2e,simulation}/**/*.test.ts'],
    // One figure for `npm test` to add up, and a reader that a person likes.
    reporters: ['default'],
    // Vitest leaves one processor alone by itself; of two that is half of them.
    maxWorkers: '100%',
    // Long, since it costs nothing where all is well.
    testTimeout: 60_000,
    // Some set up a school by calls before their first test: that is work of the same kind.
    hookTimeout: 60_000,
  },
});
