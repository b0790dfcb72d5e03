import type { DrillResult, MachineReport } from '../../contract/exams/exam-readiness.ts';

/** Largest accepted clock error of a room's PC ("machine"), in milliseconds. */
export const offsetLimitMs = 2000;
/** Milliseconds without a report after which a machine counts as off. */
export const machineContactMs = 5 * 60_000;

export type MachineProblem = 'silent' | 'revision' | 'package' | 'persisted' | 'clock' | 'certificate' | 'noWorker' | 'worker';

/** Requirements that a room's PC must meet to be ready for a plan. `revision`: newest revision of the plan. */
export interface MachineRequirements {
  readonly revision: number;
  /** Paper variant of the machine's seat; undefined if nobody sits there, so any variant is accepted. */
  readonly variant: string | undefined;
  /** Current build of the page; undefined if unknown, so any build is accepted. */
  readonly worker: string | undefined;
}

/** Lists the faults that keep a machine from being ready for an exam, worst first. An empty list means ready. */
export function listMachineProblems(
  report: MachineReport | null,
  seenMs: number,
  requirements: MachineRequirements,
  nowMs: number,
): MachineProblem[] {
  if (report === null) return ['package'];
  const faults: [MachineProblem, boolean][] = [
    ['package', report.holds === '' || (requirements.variant !== undefined && !report.holds.includes(requirements.variant))],
    ['revision', report.revision !== requirements.revision],
    ['silent', nowMs - seenMs > machineContactMs],
    ['clock', Math.abs(report.offsetMs) > offsetLimitMs],
    ['persisted', report.persisted !== true],
    ['certificate', report.untrusted],
    ['noWorker', report.worker === '' && !report.untrusted],
    ['worker', report.worker !== '' && requirements.worker !== undefined && report.worker !== requirements.worker],
  ];
  return faults.flatMap(([fault, wrong]) => (wrong ? fault : []));
}

/** Checks that a rehearsal on a room's PC opened the dummy paper and lost no answer on the disk or on the way to the receiver. */
export const hasPassedDrill = ({ opened, written, kept, delivered }: DrillResult): boolean =>
  opened && kept === written && delivered === written;
