import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from './fixtures/postgres/postgres-place.ts';

// Runs browser tests against servers on PostgreSQL: `npm run test:e2e:postgres [specs]`.

/** Test files of a run without arguments: an exam with failures on one server and on two, and every page for every user type. */
const standard = ['tests/e2e/exam-through-failure.spec.ts', 'tests/e2e/exam-on-two-servers.spec.ts', 'tests/e2e/house/every-page.spec.ts'];
const place = await startPostgres();
console.log(`PostgreSQL: ${place.from}`);
const asked = process.argv.slice(2);
const child = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...(asked.length > 0 ? asked : standard)], {
  stdio: 'inherit',
  env: { ...process.env, WENKAO_TEST_POSTGRES: place.url },
});
const [code] = (await once(child, 'close')) as [number | null];
await place.stop();
process.exitCode = code ?? 1;
