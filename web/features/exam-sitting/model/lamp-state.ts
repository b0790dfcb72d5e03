import type { DeskSnapshot } from './sitting-desk.ts';

/**
 * What the first lamp says. `saved` only when everything on the screen is committed on this PC (SY3, SY4), in both copies; `savedOnce` where
 * one alone holds it, `doubtful` where that one may be found damaged when the browser is started again (SY25).
 */
export function hereLamp(at: DeskSnapshot): 'saved' | 'savedOnce' | 'doubtful' | 'saving' | 'failed' | 'none' {
  const { lamps } = at.view;
  if (at.failed || lamps.failure !== null) return 'failed';
  if (at.unsaved.size > 0 || at.unsavedFlags.size > 0 || lamps.saving) return 'saving';
  if (lamps.savedAtMs === null) return 'none';
  if (lamps.copies === 'doubtful') return 'doubtful';
  return lamps.copies === 'both' ? 'saved' : 'savedOnce';
}

/** An op this old without the server's word is worth saying, even while other exchanges succeed. */
const lagMs = 60_000;

export type StripKind = 'failed' | 'offline' | 'refusing' | 'lagging' | null;

/** Only then may a text call the answers safe: both replicas of this PC hold everything that is on the screen (SY25). */
export const isSafeHere = (at: DeskSnapshot): boolean => hereLamp(at) !== 'failed' && at.view.lamps.copies === 'both';

/** The one strip under the header: what could not be saved before what could not be sent. Trouble with the disk has a strip of its own. */
export function stripKind(at: DeskSnapshot): StripKind {
  const { lamps } = at.view;
  if (at.failed || lamps.failure !== null) return 'failed';
  if (copyTrouble(at) !== null) return null;
  if (!lamps.reachable) return 'offline';
  if (!lamps.storing && lamps.received < lamps.here) return 'refusing';
  return (lamps.oldestUnreceivedMs ?? 0) > lagMs ? 'lagging' : null;
}

/** SY25: what stands beside it as long as one of this PC's copies has failed. Where the server has everything, nothing is in doubt any more. */
export function copyTrouble(at: DeskSnapshot): 'journal' | 'doubtful' | null {
  const { copies, received, here } = at.view.lamps;
  if (copies === 'journal') return 'journal';
  return copies === 'doubtful' && received < here ? 'doubtful' : null;
}
