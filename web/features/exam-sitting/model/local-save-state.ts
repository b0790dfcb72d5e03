import type { SittingSnapshot } from './sitting-controller.ts';

/**
 * Computes the indicator "saved on this PC". `saved`: everything on the screen is committed in both replicas, IndexedDB and journal (SY3, SY4).
 * `savedOnce`: only one replica has it. `doubtful`: only one has it, and may turn out to be damaged when the browser restarts (SY25).
 */
export function getLocalSaveState(at: SittingSnapshot): 'saved' | 'savedOnce' | 'doubtful' | 'saving' | 'failed' | 'none' {
  const { saveStatus } = at.view;
  if (at.failed || saveStatus.failure !== null) return 'failed';
  if (at.unsaved.size > 0 || at.unsavedFlags.size > 0 || saveStatus.saving) return 'saving';
  if (saveStatus.savedAtMs === null) return 'none';
  if (saveStatus.copies === 'doubtful') return 'doubtful';
  return saveStatus.copies === 'both' ? 'saved' : 'savedOnce';
}

/** Milliseconds after which an op that the server has not acknowledged is worth a warning, even if other calls to the server succeed. */
const lagMs = 60_000;

export type StripKind = 'failed' | 'offline' | 'refusing' | 'lagging' | null;

/** Tells whether both replicas of this PC hold everything on the screen (SY25). Only then may a text call the answers safe. */
export const isSavedInBothReplicas = (at: SittingSnapshot): boolean =>
  getLocalSaveState(at) !== 'failed' && at.view.saveStatus.copies === 'both';

/**
 * Chooses which warning strip about saving and sending is shown, at most one. Failed writes take precedence over failed sending. A failed replica has
 * a strip of its own (`getReplicaTrouble`).
 */
export function chooseStrip(at: SittingSnapshot): StripKind {
  const { saveStatus } = at.view;
  if (at.failed || saveStatus.failure !== null) return 'failed';
  if (getReplicaTrouble(at) !== null) return null;
  if (!saveStatus.reachable) return 'offline';
  if (!saveStatus.isServerStoring && saveStatus.received < saveStatus.localCount) return 'refusing';
  return (saveStatus.oldestUnreceivedMs ?? 0) > lagMs ? 'lagging' : null;
}

/**
 * Returns which replica of this PC is in trouble, for a warning strip of its own (SY25). A doubtful replica is no trouble once the server has all
 * ops.
 */
export function getReplicaTrouble(at: SittingSnapshot): 'journal' | 'doubtful' | null {
  const { copies, received, localCount } = at.view.saveStatus;
  if (copies === 'journal') return 'journal';
  return copies === 'doubtful' && received < localCount ? 'doubtful' : null;
}
