import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { tallyBrowserReport, type BrowserReport } from './e2e/rig/browser-report.ts';
import {
  countStep,
  formatClosingLines,
  tallyPrintedSums,
  tallyUnitReport,
  type StepResult,
  type TestTally,
  type UnitReport,
} from './run/closing-lines.ts';
import { runNode } from './run/processes.ts';
import { findBrowser, findJourneyBrowser } from './e2e/browser-finder.ts';
import { checkRequirements, type TestRequirement } from './run/requirements.ts';

/**
 * Runs `npm test`, or with `--full` `npm run test:full`. Browser tests, unit tests and the simulation run together, each with a lower priority than
 * the one before. Prints a line for each step, then skipped and flaky tests, then the sums.
 */
const isFull = process.argv.includes('--full');

interface Step {
  readonly name: string;
  /** Arguments of Node. A command of an npm package is given as the path of its script. */
  readonly args: readonly string[];
  /**
   * Reads the numbers of passed and failed tests from the step's report, or from the end of its output. A step without `tally` counts as
   * one test.
   */
  readonly tally?: (printed: string) => TestTally | undefined;
  /** A step is not run if one of its requirements is missing. */
  readonly needs?: readonly TestRequirement[];
}

const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** Reads a report with `tally`. Returns undefined if the step wrote none. */
const readReport =
  <Report>(path: string, tally: (report: Report) => TestTally) =>
  (): TestTally | undefined =>
    existsSync(path) ? tally(JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined;

const simulation: Step = {
  name: 'simulation',
  args: ['tests/simulation/main.ts', '--seeds', isFull ? '2000' : '400'],
  tally: tallyPrintedSums,
};

/** Simulates exams with the answer log in SQLite and again with it in PostgreSQL; both runs must end in the same state. */
const postgresSimulation: Step = {
  name: 'simulation over PostgreSQL',
  args: ['tests/simulation/main.ts', '--postgres', '--seeds', '60'],
  tally: tallyPrintedSums,
  needs: ['postgres'],
};

/** Plants faults in engine and server, and expects the simulation to notice each. */
const mutants: Step = { name: 'mutants', args: ['tests/simulation/main.ts', '--mutants'], tally: tallyPrintedSums };

/** Plants faults in modules of the web and the server, and expects a test file or a house rule to notice each. */
const moduleMutants: Step = { name: 'mutants of the modules', args: ['tests/mutants/main.ts'], tally: tallyPrintedSums };

const browserTally = readReport<BrowserReport>(`${results}/e2e.json`, tallyBrowserReport);
/** A few browser tests against servers on PostgreSQL. */
const postgresBrowser: Step = {
  name: 'end to end on PostgreSQL',
  args: ['tests/e2e-postgres.ts'],
  tally: browserTally,
  needs: ['browser', 'postgres'],
};

const staticChecks: readonly Step[] = [
  { name: 'types and lint', args: ['node_modules/oxlint/bin/oxlint'] },
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'guards', args: ['tests/architecture/check.ts'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
];
const build: Step = { name: 'build', args: ['server/run/build-when-stale.ts'] };

const unitTests: Step = {
  name: 'unit and contract',
  args: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${results}/unit.json`],
  tally: readReport<UnitReport>(`${results}/unit.json`, tallyUnitReport),
  needs: ['scratch'],
};
const browserTests: readonly Step[] = [
  {
    name: 'end to end',
    args: ['node_modules/@playwright/test/cli.js', 'test'],
    tally: browserTally,
    needs: ['browser'],
  },
  ...(isFull ? [postgresBrowser] : []),
];

const readFreeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/**
 * Chooses where tests put databases, data folders and browser profiles: in memory if 6 GB are free, else in the folder for temporary files.
 * Creating a test's database in memory costs a quarter of what it costs on a disk.
 */
function chooseScratch(): string {
  const memory = '/dev/shm';
  if (process.env['TMPDIR'] !== undefined || !existsSync(memory)) return tmpdir();
  return Math.min(readFreeBytes(memory), freemem()) > 6 * 2 ** 30 ? memory : tmpdir();
}
const scratchFolder = mkdtempSync(`${chooseScratch()}/wenkao-`);
// If the tests run as root, PostgreSQL runs as another user, who must be able to enter this folder.
chmodSync(scratchFolder, 0o711);
// A browser may still be writing while its folder is removed.
process.on('exit', () => rmSync(scratchFolder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const { has, browserPath, missing } = checkRequirements(readFreeBytes(scratchFolder), isFull ? findBrowser : findJourneyBrowser);
const isPossible = ({ needs = [] }: Step): boolean => needs.every((need) => has.has(need));

const environment = {
  ...process.env,
  TMPDIR: scratchFolder,
  NODE_COMPILE_CACHE: 'node_modules/.cache/node',
  WENKAO_TESTS: isFull ? 'full' : 'landing',
  ...(browserPath !== undefined && { CHROMIUM_PATH: browserPath }),
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
};

const ended: StepResult[] = [];

/**
 * Runs one step and stores its result. `isLive`: prints output as it arrives, which only one of the parallel steps may do. Otherwise prints
 * everything at the end.
 */
async function runStep(step: Step, priority: number, isLive: boolean): Promise<void> {
  const heading = `\n── ${step.name}\n`;
  const heard: Buffer[] = [Buffer.from(heading)];
  if (isLive) process.stdout.write(heading);
  const { exitCode, printed, wallSeconds, cpuSeconds } = await runNode(step.args, environment, priority, (chunk) => {
    if (isLive) process.stdout.write(chunk);
    else heard.push(chunk);
  });
  if (!isLive) process.stdout.write(Buffer.concat(heard));
  ended.push({ name: step.name, ...countStep(step.tally?.(printed), exitCode === 0), wallSeconds, cpuSeconds });
}

console.log(`browser: ${browserPath ?? 'none'}`);
for (const { sentence } of missing) console.log(`to be skipped: ${sentence}`);

/** Unix niceness of the three groups of steps that run in parallel. Not higher, because a process of niceness 19 gets no time on a busy machine. */
const [browserPriority, unitPriority, simulationPriority] = [0, 3, 6];
async function runInTurn(turn: readonly Step[], priority: number): Promise<void> {
  for (const step of turn.filter(isPossible)) await runStep(step, priority, priority === browserPriority);
}

await runInTurn([build], browserPriority);
const tracks: readonly (() => Promise<void>)[] = [
  () => runInTurn(browserTests, browserPriority),
  () => runInTurn([...staticChecks, unitTests], unitPriority),
  () => runInTurn(isFull ? [simulation, postgresSimulation] : [simulation], simulationPriority),
];
// The three groups of steps run in parallel only if 12 GB of memory are free: the type check takes 7 GB, and three browsers take almost as much.
if (freemem() > 12 * 2 ** 30) await Promise.all(tracks.map((track) => track()));
else for (const track of tracks) await track();
if (isFull) await runInTurn([mutants, moduleMutants], browserPriority);

const { lines, exitCode } = formatClosingLines(ended, missing, { isCi: Boolean(process.env['CI']) });
console.log(`\n${lines.join('\n')}`);
process.exitCode = exitCode;
