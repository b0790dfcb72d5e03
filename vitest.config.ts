import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { isPostgresMissing } from './tests/fixtures/postgres/postgres-place.ts';
import { LongestFirst } from './tests/run/longest-first.ts';

const missing = isPostgresMissing();
if (missing !== undefined) console.log(missing);

/** True in `npm test` (tests/run.ts). `npm run test:full` and runs by hand take every file. */
const isLanding = process.env['WENKAO_TESTS'] === 'landing';

/**
 * Matches the tests that `npm test` also runs on PostgreSQL: the database layer, tests of modules with SQL (`-store`, `-reads`, `-search`),
 * and tests written for PostgreSQL only.
 */
const postgresInLanding = /^server\/db\/|-(?:store|reads|search)\.test\.ts$|\.postgres\.test\.ts$/;

/** Excludes long tests of failures (`*.full.test.ts`, `*.full.postgres.test.ts`) from `npm test`; only `npm run test:full` runs these. */
const fullOnly = isLanding ? ['**/*.full{,.postgres}.test.ts'] : [];

/** Finds the tests that run on PostgreSQL: those that take their database from the fixtures, unless their name says SQLite. */
const onPostgres = globSync('{server,tests}/**/*.test.ts').filter(
  (path) =>
    !path.endsWith('.sqlite.test.ts') &&
    (!isLanding || postgresInLanding.test(path)) &&
    /fixtures\/(?:server|postgres)\/|\/(?:server-fixture|exam-room|marking-room|two-schools|every-call)\.ts'/.test(
      readFileSync(path, 'utf8'),
    ),
);

/** Finds the tests that replace modules, globals or timers. They run isolated, so that the replacements do not reach other tests. */
const apart = globSync('{sync,server,web,tests}/**/*.test.ts').filter((path) =>
  /\bvi\.(?:mock|stub|spyOn|useFakeTimers)/.test(readFileSync(path, 'utf8')),
);

/** Time limits in milliseconds. They suffice on a busy machine: a test must not fail because it was slow. */
const patience = {
  testTimeout: 180_000,
  // Hooks may set up a whole school by calls, so they take as long as tests.
  hookTimeout: 180_000,
  // By default, Vitest waits only one second for an expected state.
  expect: { poll: { timeout: 120_000 } },
};

const dataFolders = 'tests/fixtures/data-folder.ts';

/** Tests of the web run in another zone than the schools they show: a time that goes by the machine's zone is 12 or 13 hours off. */
const elsewhere = { env: { TZ: 'America/New_York' } };

/** Starts Node with the options of the server (docs/operations.md). */
const asServed = { execArgv: ['--no-memory-protection-keys'] };

export default defineConfig({
  test: {
    // Reporters of runs by hand. `tests/run.ts` chooses others.
    reporters: ['default'],
    // By default, Vitest leaves one processor free. On a machine with two processors, that would be half of the computing power.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // Coverage is measured only with `--coverage` (`npm run test:coverage`).
    coverage: {
      provider: 'v8',
      include: ['{sync/{engine,crypto},server/{answer-log,features/marking},web/features/marking}/**/*.{ts,tsx}'],
      exclude: ['**/*.test.ts'],
      reporter: ['text', 'json', 'json-summary'],
      reportsDirectory: 'test-results/coverage',
      reportOnFailure: true,
    },
    projects: [
      {
        test: {
          name: 'sqlite',
          include: ['{sync,server}/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.postgres.test.ts', ...fullOnly, ...apart],
          // Loads the server's modules once per worker instead of once per file, which takes half of a file's time. This is safe, because
          // the server has no global state.
          isolate: false,
          globalSetup: dataFolders,
          ...patience,
          ...asServed,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.ts', 'tests/{architecture,e2e,mutants,run,screens,simulation}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...fullOnly, ...apart],
          isolate: false,
          ...elsewhere,
          ...patience,
        },
      },
      {
        test: {
          name: 'apart',
          include: apart,
          exclude: ['**/node_modules/**', '**/*.postgres.test.ts', ...fullOnly],
          ...elsewhere,
          globalSetup: dataFolders,
          ...patience,
          ...asServed,
        },
      },
      {
        test: {
          name: 'component',
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          // Loading modules and creating a document for each file would take half of the time. `browser-setup.ts` removes what a test
          // leaves in the shared document.
          isolate: false,
          ...elsewhere,
          setupFiles: 'tests/fixtures/component/browser-setup.ts',
          ...patience,
        },
      },
      ...(missing === undefined
        ? [
            {
              test: {
                name: 'postgres',
                include: onPostgres,
                exclude: ['**/node_modules/**', ...fullOnly],
                globalSetup: [dataFolders, 'tests/fixtures/postgres/global-setup.ts'],
                setupFiles: 'tests/fixtures/postgres/engine-setup.ts',
                isolate: false,
                ...patience,
                ...asServed,
              },
            },
          ]
        : []),
    ],
  },
});
