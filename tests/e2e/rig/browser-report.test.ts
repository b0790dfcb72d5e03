import { expect, test } from 'vitest';
import { tallyBrowserReport } from './browser-report.ts';

const tried = (status: 'expected' | 'unexpected' | 'flaky', ...errors: readonly (string | null)[]) => ({
  status,
  results: errors.map((message) => (message === null ? {} : { error: { message } })),
});

test('counts a browser test that passed on its second try as passed, and lists it with its first error', () => {
  const tally = tallyBrowserReport({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [
      {
        title: 'house/seating.spec.ts',
        specs: [
          { title: 'seats are drawn', tests: [tried('expected', null)] },
          { title: 'seats are lost', tests: [tried('unexpected', 'never there', 'never there')] },
        ],
        suites: [
          {
            title: 'on a slow machine',
            specs: [{ title: 'seats wait', tests: [tried('flaky', '\u001B[31mTimed out\u001B[39m\nat seat 4', null)] }],
          },
        ],
      },
    ],
  });
  expect(tally).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    flaky: [{ title: 'house/seating.spec.ts › on a slow machine › seats wait', error: 'Timed out' }],
  });
});
