import type { DeskSnapshot } from './sitting-desk.ts';

/** What the first lamp says. `saved` only when everything on the screen is committed on this PC (SY3, SY4). */
export function hereLamp(at: DeskSnapshot): 'saved' | 'saving' | 'failed' | 'none' {
  const { lamps } = at.view;
  if (at.failed || lamps.failure !== null) return 'failed';
  if (at.unsaved.size > 0 || at.unsavedFlags.size > 0 || lamps.saving) return 'saving';
  return lamps.savedAtMs === null ? 'none' : 'saved';
}

/** An op this old without the server's word is worth saying, even while other exchanges succeed. */
const lagMs = 60_000;

export type StripKind = 'failed' | 'offline' | 'lagging' | null;

/** The one strip under the header: what could not be saved before what could not be sent. */
export function stripKind(at: DeskSnapshot): StripKind {
  const { lamps } = at.view;
  if (at.failed || lamps.failure !== null) return 'failed';
  if (!lamps.reachable) return 'offline';
  return (lamps.oldestUnreceivedMs ?? 0) > lagMs ? 'lagging' : null;
}
