/** What can go wrong in a history; each occurs in at least one of twenty (checked, and the counts are printed). */
export const faultKinds = [
  'requestLost',
  'requestTwice',
  'requestsReordered',
  'requestDelayed',
  'replyLostAfterCommit',
  'captivePortal',
  'offline',
  'deviceCrash',
  'serverCrash',
  'crashBeforeCommit',
  'crashAfterCommit',
  'serverDiskFull',
  'projectionsLost',
  'backupRestored',
  'clockOff',
  'clockJump',
  'profileCloned',
  'profileRewound',
  'forkedStream',
  'twoTabs',
  'leaderFrozen',
  'quota',
  'databaseTorn',
  'journalTorn',
  'journalRefused',
  'savedOnce',
  'ticketStolen',
  'oldClient',
  'movedAway',
  'nextUser',
  'early',
  'released',
  'oracleCheat',
  'lateCheat',
  'movedBack',
  'handedInThenMoved',
  'answersExported',
  'answersImported',
  'fileAttached',
  'fileTakenBack',
  'roomAct',
  'tabletDied',
  'tabletTookOver',
  'tabletOffline',
  'grantTyped',
  'grantRefused',
  'pauseEnded',
  'roomClosed',
  'relayed',
  'relayCarried',
  'spareStarted',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** How often each happened in one history. */
export class FaultCounts {
  readonly counts = new Map<FaultKind, number>();

  hit(kind: FaultKind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }
}
