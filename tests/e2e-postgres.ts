import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from './fixtures/postgres/postgres-place.ts';

/** `npm run test:e2e:postgres [specs]`: browser tests against servers whose modules stand on PostgreSQL; else the exam through failure and what each type of account is shown. */
const standard = ['tests/e2e/exam-through-failure.spec.ts', 'tests/e2e/house/twelve-types.spec.ts'];
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
