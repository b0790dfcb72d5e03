import type { DrillResult, MachineReport } from '../contract/exam-ready.ts';

/** So far a machine's clock may be off. */
export const offsetLimitMs = 2000;
/** Not heard for longer, a machine is taken to be off. */
export const heardWithinMs = 5 * 60_000;

export type MachineFault = 'silent' | 'revision' | 'package' | 'persisted' | 'clock' | 'certificate' | 'worker';

export interface Wanted {
  readonly revision: number;
  /** The variant of its seat; undefined: nobody sits there, and any will do. */
  readonly variant: string | undefined;
  /** The build that is current; undefined: nobody knows, and none is wrong. */
  readonly worker: string | undefined;
}

/** What keeps a machine from being ready for an exam, worst first; none: it is. */
export function machineFaults(report: MachineReport | null, seenMs: number, wanted: Wanted, nowMs: number): MachineFault[] {
  if (report === null) return ['package'];
  const faults: [MachineFault, boolean][] = [
    ['package', report.holds === '' || (wanted.variant !== undefined && !report.holds.includes(wanted.variant))],
    ['revision', report.revision !== wanted.revision],
    ['silent', nowMs - seenMs > heardWithinMs],
    ['clock', Math.abs(report.offsetMs) > offsetLimitMs],
    ['persisted', report.persisted !== true],
    ['certificate', report.untrusted],
    ['worker', wanted.worker !== undefined && report.worker !== wanted.worker],
  ];
  return faults.flatMap(([fault, wrong]) => (wrong ? fault : []));
}

/** A rehearsal in which nothing was lost. */
export const drillPassed = ({ opened, written, kept, delivered }: DrillResult): boolean =>
  opened && kept === written && delivered === written;
