import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { constants, freemem, setPriority, tmpdir } from 'node:os';
import { findBrowser } from './e2e/browser-finder.ts';
import { tallyBrowserReport, type BrowserReport, type BrowserTally } from './e2e/rig/browser-report.ts';

/**
 * Runs `npm test`, or with `--full` `npm run test:full`: the simulation in the background at low priority, every other kind of test one after the
 * other. Prints one line for each step, the browser tests that passed only on their second try, and a closing line with the sums.
 */
const isFull = process.argv.includes('--full');

type Tally = Pick<BrowserTally, 'passed' | 'failed'> & Partial<Pick<BrowserTally, 'flaky'>>;
interface Step {
  readonly name: string;
  /** Arguments of Node; a package's command is named by its file. */
  readonly args: readonly string[];
  /** What the step itself counted, in a report or in the last of what it printed. Where it can't tell, the step is one test. */
  readonly tally?: (printed: string) => Tally | undefined;
}

const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const read = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

const vitestTally = (path: string) => (): Tally | undefined => {
  const report = read(path) as
    | { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number; success: boolean }
    | undefined;
  if (!report) return undefined;
  // A file that fails to load has no failed test, yet it must not pass for a success.
  return { passed: report.numPassedTests, failed: Math.max(report.numFailedTests, report.success ? 0 : 1) };
};
const playwrightTally = (path: string) => (): Tally | undefined => {
  const report = read(path) as BrowserReport | undefined;
  return report && tallyBrowserReport(report);
};

const printedTally = (printed: string): Tally | undefined => {
  const [passed, failed] = [...printed.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)?.slice(1).map(Number) ?? [];
  return passed === undefined || failed === undefined ? undefined : { passed, failed };
};

/** It waits for nothing and nothing waits for it: it runs beside the others at the lowest priority and is told at the end. */
const simulation: Step = {
  name: 'simulation',
  args: ['tests/simulation/main.ts', '--seeds', isFull ? '2000' : '400'],
  tally: printedTally,
};

/** Plants faults in engine and server, and expects the simulation to notice each. */
const mutants: Step = { name: 'mutants', args: ['tests/simulation/main.ts', '--mutants'], tally: printedTally };

const steps: readonly Step[] = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', '.', '--checkers', '1'] },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint'] },
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'guards', args: ['tests/architecture/check.ts'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
  {
    name: 'unit and contract',
    args: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${results}/unit.json`],
    tally: vitestTally(`${results}/unit.json`),
  },
  { name: 'build', args: ['server/run/build-when-stale.ts'] },
  {
    name: 'end to end',
    args: ['node_modules/@playwright/test/cli.js', 'test'],
    tally: playwrightTally(`${results}/e2e.json`),
  },
  ...(isFull ? [mutants] : []),
];

let counted = 0;

interface Run {
  readonly code: number | null;
  /** The end of it. */
  readonly printed: string;
  /** Seconds, of what it started too. */
  readonly cpu: number;
}

/**
 * Where tests put their databases, data folders and browsers' profiles: in memory, where there is enough of it. They write thousands of files and keep
 * none; a database for a test costs a quarter there of what it costs on a disk.
 */
function scratch(): string {
  const memory = '/dev/shm';
  const enough = 6 * 2 ** 30;
  const isThere = existsSync(memory) && process.env['TMPDIR'] === undefined;
  if (isThere) {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) > enough) return mkdtempSync(`${memory}/wenkao-`);
  }
  return mkdtempSync(`${tmpdir()}/wenkao-`);
}
const scratchFolder = scratch();
// PostgreSQL runs as somebody else where root runs the tests.
chmodSync(scratchFolder, 0o711);
// Something of a browser may still be writing while its folder goes.
process.on('exit', () => rmSync(scratchFolder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const environment = {
  ...process.env,
  TMPDIR: scratchFolder,
  NODE_COMPILE_CACHE: 'node_modules/.cache/node',
  WENKAO_TESTS: isFull ? 'full' : 'landing',
  CHROMIUM_PATH: findBrowser(),
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
};

/** Hands everything to `pass` as it comes and remembers the end of it. */
async function run(args: readonly string[], pass: (chunk: Buffer) => void, priority: number): Promise<Run> {
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'pipe', 'inherit'], env: environment });
  if (child.pid !== undefined) setPriority(child.pid, priority);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    pass(chunk);
    printed = (printed + chunk.toString()).slice(-4000);
  });
  let cpu = NaN;
  child.once('exit', () => {
    const before = counted;
    counted = childrenCpu();
    cpu = counted - before;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, printed, cpu };
}

/** What ended children have taken of the processors so far, in seconds; NaN where the system doesn't tell. */
function childrenCpu(): number {
  const stat = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8') : '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

let passed = 0;
let failed = 0;
const lines: string[] = [];
const flakyLines: string[] = [];

function count(step: Step, { code, printed, cpu }: Run, startedMs: number): void {
  const ok = code === 0;
  const counted = step.tally?.(printed) ?? { passed: ok ? 1 : 0, failed: 0 };
  const tally = { passed: counted.passed, failed: Math.max(counted.failed, ok ? 0 : 1) };
  for (const { title, error } of counted.flaky ?? []) flakyLines.push(`flaky: ${title}: ${error}`);
  passed += tally.passed;
  failed += tally.failed;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  lines.push(
    `${tally.failed === 0 ? '✓' : '✗'} ${step.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s, ${cpu.toFixed(0)} s of CPU)`,
  );
}

console.log(`browser: ${environment.CHROMIUM_PATH}`);
const beganMs = performance.now();
const heard: Buffer[] = [];
const simulated = run(simulation.args, (chunk) => heard.push(chunk), constants.priority.PRIORITY_LOW).then((result) => {
  count(simulation, result, beganMs);
});

for (const step of steps) {
  console.log(`\n── ${step.name}`);
  const startedMs = performance.now();
  count(step, await run(step.args, (chunk) => process.stdout.write(chunk), constants.priority.PRIORITY_NORMAL), startedMs);
}

console.log(`\n── ${simulation.name}`);
await simulated;
process.stdout.write(Buffer.concat(heard));

console.log(`\n${[...lines, ...flakyLines].join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
