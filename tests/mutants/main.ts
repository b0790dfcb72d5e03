import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkConventions } from '../architecture/conventions.ts';
import { moduleMutants, type ModuleMutant } from './module-mutants.ts';
import { plantFault } from './source-fault.ts';

/**
 * Plants each fault of `module-mutants.ts` and expects its check to find it. The same checks must pass without a fault, because a check
 * that always fails proves nothing. `--only TEXT`: only mutants whose name contains the text.
 */
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [''] } } });
const mutants = moduleMutants.filter(({ name }) => values.only.some((text) => name.includes(text)));
const folder = mkdtempSync(join(tmpdir(), 'wenkao-mutants-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

interface Report {
  readonly numFailedTests: number;
  readonly success: boolean;
  readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[] }[];
}

let runs = 0;

/** Runs test files, up to the first test that fails, and returns their report. `mutant`: name of the fault to plant. */
async function runTests(files: readonly string[], mutant?: string): Promise<Report> {
  const output = join(folder, `report-${(runs += 1)}.json`);
  const args = ['run', '--config', 'tests/mutants/vitest.config.ts', '--project', '!postgres', '--bail=1', '--reporter=json'];
  const env = { ...process.env, ...(mutant !== undefined && { WENKAO_MUTANT: mutant }) };
  const printed = await new Promise<string>((resolve) => {
    const command = ['node_modules/vitest/vitest.mjs', ...args, `--outputFile=${output}`, ...files];
    // Vitest exits with 1 if a test fails. This is no error here: the report says which test failed.
    execFile(process.execPath, command, { env, maxBuffer: Infinity }, (_failure, stdout, stderr) => resolve(stdout + stderr));
  });
  if (!existsSync(output)) throw new Error(`the tests wrote no report:\n${printed}`);
  return JSON.parse(readFileSync(output, 'utf8')) as Report;
}

const failedTests = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );

/** Returns the name of the first failed test, or the reason that the house rule gives. Returns undefined if the check does not notice the fault. */
async function findFault(mutant: ModuleMutant): Promise<string | undefined> {
  const text = plantFault(readFileSync(mutant.file, 'utf8'), mutant);
  const { caughtBy } = mutant;
  // A test file that fails to load reports no failed test, so a mutant that breaks loading does not count as found.
  if ('testFile' in caughtBy) return failedTests(await runTests([caughtBy.testFile], mutant.name))[0];
  return checkConventions([{ path: mutant.file, text }]).find(({ rule }) => rule === caughtBy.rule)?.reason;
}

const failures: string[] = [];
const testFiles = [...new Set(mutants.flatMap(({ caughtBy }) => ('testFile' in caughtBy ? [caughtBy.testFile] : [])))];
if (testFiles.length > 0) {
  const report = await runTests(testFiles);
  if (!report.success) failures.push(`without a mutant: ${failedTests(report)[0] ?? 'a test file does not load'}`);
}

const waiting = [...mutants];
const hunter = async (): Promise<void> => {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const found = await findFault(mutant);
    console.log(found === undefined ? `MISSED: ${mutant.name}` : `caught: ${mutant.name} (${found.slice(0, 100)})`);
    if (found === undefined) failures.push(`mutant "${mutant.name}" was not found`);
  }
};
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, hunter));
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${mutants.length - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
