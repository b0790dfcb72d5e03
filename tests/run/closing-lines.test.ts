import { expect, it } from 'vitest';
import { countStep, formatClosingLines, tallyPrintedSums, tallyUnitReport, type StepResult } from './closing-lines.ts';

const step = (name: string, counts: Partial<StepResult> = {}): StepResult => ({
  name,
  passed: 1,
  failed: 0,
  skipped: 0,
  wallSeconds: 1.25,
  cpuSeconds: 2,
  ...counts,
});
const noBrowser = { sentence: 'no Chromium was found: browser tests were not run' };

it('the last line sums up passed, failed and skipped tests, and each step shows its time', () => {
  const steps = [step('types'), step('unit and contract', { passed: 40, skipped: 2 }), step('end to end', { passed: 3, failed: 1 })];
  expect(formatClosingLines(steps, [], { isCi: false })).toEqual({
    lines: [
      '✓ types: 1 passed, 0 failed (1.3 s, 2 s of CPU)',
      '✓ unit and contract: 40 passed, 0 failed, 2 skipped (1.3 s, 2 s of CPU)',
      '✗ end to end: 3 passed, 1 failed (1.3 s, 2 s of CPU)',
      '',
      '44 passed, 1 failed, 2 skipped',
    ],
    exitCode: 1,
  });
});

it('a missing requirement is reported in one sentence and counts as one skipped test', () => {
  const { lines, exitCode } = formatClosingLines([step('types')], [noBrowser], { isCi: false });
  expect(lines.slice(1)).toEqual(['– skipped: no Chromium was found: browser tests were not run', '', '1 passed, 0 failed, 1 skipped']);
  expect(exitCode).toBe(0);
});

it('in CI a run with a missing requirement fails with the reason', () => {
  const { lines, exitCode } = formatClosingLines([step('types')], [noBrowser], { isCi: true });
  expect(lines).toContain('CI is set: a run that skips for want of something counts as failed.');
  expect(lines.at(-1)).toBe('1 passed, 0 failed, 1 skipped');
  expect(exitCode).toBe(1);
  expect(formatClosingLines([step('types')], [], { isCi: true }).exitCode).toBe(0);
});

it('a flaky test counts as passed and is listed with its first error', () => {
  const flaky = [{ title: 'seating › seats wait', error: 'Timed out' }];
  const { lines, exitCode } = formatClosingLines([step('end to end', { flaky })], [], { isCi: true });
  expect(lines).toContain('flaky: seating › seats wait: Timed out');
  expect(exitCode).toBe(0);
});

it('a step that exits with an error counts as failed, even if its report names no failed test', () => {
  expect(countStep({ passed: 5, failed: 0, skipped: 0 }, false)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  expect(countStep(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countStep(undefined, true)).toEqual({ passed: 1, failed: 0, skipped: 0 });
});

it('a unit run whose file failed to load counts one failure', () => {
  const counts = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1 };
  expect(tallyUnitReport({ ...counts, success: true })).toEqual({ passed: 7, failed: 0, skipped: 1 });
  expect(tallyUnitReport({ ...counts, success: false })).toEqual({ passed: 7, failed: 1, skipped: 1 });
});

it('tallyPrintedSums reads the last sums that a step printed', () => {
  expect(tallyPrintedSums('1 passed, 1 failed\nmore\n400 passed, 0 failed\n')).toEqual({ passed: 400, failed: 0, skipped: 0 });
  expect(tallyPrintedSums('it crashed')).toBeUndefined();
});
