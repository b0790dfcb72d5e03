import type { FlakyTest } from '../e2e/rig/browser-report.ts';

/** Results of the tests that one step of `npm test` ran. */
export interface TestTally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly flaky?: readonly FlakyTest[];
}
/** Result of one step of `npm test`, for its line at the end of the output. */
export interface StepResult extends TestTally {
  readonly name: string;
  readonly wallSeconds: number;
  /** CPU seconds of the step's processes; NaN where the system does not report them. */
  readonly cpuSeconds: number;
}
/** A requirement that the machine does not meet, such as PostgreSQL. */
export interface MissingRequirement {
  /** One sentence that names the missing program or service, such as a browser, and the tests that were not run without it. */
  readonly sentence: string;
}

/** The fields of Vitest's JSON report that `tallyUnitReport` reads. */
export interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
}

/** Adds up a Vitest run. A file that fails to load has no failed test, yet it counts as one failure. */
export const tallyUnitReport = (report: UnitReport): TestTally => ({
  passed: report.numPassedTests,
  failed: Math.max(report.numFailedTests, report.success ? 0 : 1),
  skipped: report.numPendingTests,
});

/** Reads the last line `N passed, M failed` that a step printed. Returns undefined if there is none. */
export function tallyPrintedSums(printed: string): TestTally | undefined {
  const [passed, failed] = [...printed.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)?.slice(1).map(Number) ?? [];
  return passed === undefined || failed === undefined ? undefined : { passed, failed, skipped: 0 };
}

/** Returns the numbers of a step. A step that counts no tests is one test. A step that exits with an error has at least one failure. */
export function countStep(tally: TestTally | undefined, isOk: boolean): TestTally {
  const { passed, failed, skipped, flaky } = tally ?? { passed: isOk ? 1 : 0, failed: 0, skipped: 0 };
  return { passed, failed: Math.max(failed, isOk ? 0 : 1), skipped, ...(flaky && { flaky }) };
}

const formatStep = ({ name, passed, failed, skipped, wallSeconds, cpuSeconds }: StepResult): string =>
  `${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}` +
  ` (${wallSeconds.toFixed(1)} s, ${cpuSeconds.toFixed(0)} s of CPU)`;

/**
 * Formats the closing lines: steps, missing requirements, flaky tests, then the sums. A missing requirement counts as one skipped test. In
 * CI it fails the run, because a CI log is rarely read.
 */
export function formatClosingLines(
  steps: readonly StepResult[],
  missing: readonly MissingRequirement[],
  { isCi }: { readonly isCi: boolean },
): { readonly lines: readonly string[]; readonly exitCode: 0 | 1 } {
  const sum = (key: 'passed' | 'failed' | 'skipped'): number => steps.reduce((total, step) => total + step[key], 0);
  const failed = sum('failed');
  const lines = [
    ...steps.map(formatStep),
    ...missing.map(({ sentence }) => `– skipped: ${sentence}`),
    ...steps.flatMap(({ flaky = [] }) => flaky.map(({ title, error }) => `flaky: ${title}: ${error}`)),
    ...(isCi && missing.length > 0 ? ['CI is set: a run that skips for want of something counts as failed.'] : []),
    '',
    `${sum('passed')} passed, ${failed} failed, ${sum('skipped') + missing.length} skipped`,
  ];
  return { lines, exitCode: failed > 0 || (isCi && missing.length > 0) ? 1 : 0 };
}
