/**
 * Seeds that failed once, with the bug that each found. They run before all others, every time. A seed gets the parts that the simulation
 * had when it failed: rooms only with `room`, homework and mock tests only with `kinds`, practice only with `practice`.
 */
export const regressions: readonly {
  readonly seed: number;
  readonly found: string;
  readonly room?: true;
  readonly kinds?: true;
  readonly practice?: true;
}[] = [
  { seed: 6, found: 'a frozen tab woken a hair before its time was put off for ever' },
  { seed: 68, found: 'a sleep shorter than the clock can tell made the push loop spin' },
  { seed: 765, found: 'a PC without network whose clock was far ahead began its exam time before the start' },
  { seed: 112, found: 'what the server had quarantined before a restore passed for quarantined by the restored one' },
  { seed: 714, found: 'a hand-in on its way at the start left out what was said again after it' },
  { seed: 846, found: 'the same, once polls and deliveries kept other times' },
  { seed: 25, found: 'on a full disk an attempt that was archived before began its lamports anew, in a journal that knew nothing of it' },
  { seed: 465, found: 'the same, at the start after a journal was gone' },
  { seed: 555, found: 'where the journal failed after the database, that was written as if the journal had never been' },
  { seed: 1011, found: 'what a tab that woke up late wrote to its journal behind a delivered hand-in never reached the database' },
  { seed: 172, room: true, found: 'a relay kept for ever what was built on a batch in quarantine' },
  {
    seed: 374,
    room: true,
    found: 'nothing amiss: what a relay that lost its disk keeps of a PC that was put back, built on what is nowhere any more',
  },
  {
    seed: 88,
    room: true,
    kinds: true,
    practice: true,
    found: 'a server that was put back had an older state of a practice paper, and every PC took that over for its own newer one',
  },
  {
    seed: 1596,
    room: true,
    kinds: true,
    practice: true,
    found: 'a change of a practice paper that was long on its way was named by when it arrived, and came after the one that followed it',
  },
];
