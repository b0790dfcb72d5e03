import type { WatchKind } from '../../sync/contract/exams/lockdown.ts';
import type { ReplicaDamage } from './replica-damages.ts';
import type { CommitFault } from './sim-envelope.ts';

/** Times of the exam in virtual milliseconds. It starts after one minute. */
export const simExamTimes = { startMs: 60_000, durationMs: 20 * 60_000, endMs: 24 * 60_000 } as const;
export const simItemIds = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;
/** Id of a recording in the first question of the simulated paper. */
export const simRecording = `${simItemIds[0]}/3fa9c1d2`;

/** Kinds of commands that an invigilator gives. `grant`: extra time that is also read out as a code. */
export const simRoomCommandKinds = [
  'identity',
  'absent',
  'cheating',
  'revoke',
  'extend',
  'grant',
  'pause',
  'resume',
  'message',
  'reopen',
  'incident',
] as const;
export type SimRoomCommandKind = (typeof simRoomCommandKinds)[number] | 'close';

export type RoomStep =
  | { readonly kind: 'tablet' | 'tabletDies' | 'takeOver'; readonly tablet: number }
  | { readonly kind: 'tabletOffline'; readonly tablet: number; readonly ms: number }
  /** `of`: which seat; -1 for the whole room. `lies`: the tablet sends false figures. */
  | { readonly kind: 'roomAct'; readonly tablet: number; readonly what: SimRoomCommandKind; readonly of: number; readonly lies: boolean }
  /** `of`: number of the code among those that were read out. `theirs`: the code is typed at the seat for which it was made. */
  | { readonly kind: 'typeGrant'; readonly person: number; readonly of: number; readonly theirs: boolean };

/** Steps of a room without a connection to the server, and of a spare PC. */
export type StandInStep =
  | { readonly kind: 'uplinkDown'; readonly ms: number }
  | { readonly kind: 'relayCrash'; readonly ms: number; readonly losesDisk: boolean }
  | { readonly kind: 'spareKit' }
  /** `dies`: the PC that the examinee leaves is dead for some minutes. */
  | { readonly kind: 'spareStart'; readonly person: number; readonly dies: boolean; readonly offlineMs: number };

/** Steps of learners, who are not examinees. `hidden`: the film plays in the background and does not count. */
export type LearnStep =
  | {
      readonly kind: 'watch';
      readonly learner: number;
      readonly device: number;
      readonly fromMs: number;
      readonly playMs: number;
      readonly rate: number;
      readonly hidden: boolean;
    }
  | { readonly kind: 'quizAnswer'; readonly learner: number; readonly device: number; readonly question: number; readonly correct: boolean }
  /** `learnTab` opens another tab of the course; `learnLeave` leaves the page. */
  | { readonly kind: 'learnTab' | 'learnLeave'; readonly learner: number; readonly device: number };

/** Steps of learners who practise. `inSitting`: the answer belongs to the newest sitting that the learner made. */
export type PracticeStep = { readonly learner: number; readonly device: number } & (
  | { readonly kind: 'practise'; readonly question: number; readonly correct: boolean; readonly inSitting: boolean }
  | { readonly kind: 'makeOwn'; readonly what: 'paper' | 'rename' | 'remove' | 'arrange' | 'end' | 'star'; readonly question: number }
  | { readonly kind: 'practiceTab' | 'practiceLeave' }
);

/** One step of a simulated run. Devices and persons are given by number; a cloned PC is added at the end of the list. */
export type Step = { readonly atMs: number } & (
  | RoomStep
  | StandInStep
  | LearnStep
  | PracticeStep
  | { readonly kind: 'seat' | 'movedBack' | 'handedInThenMoved'; readonly person: number; readonly device: number }
  | { readonly kind: 'tab' | 'closeTab' | 'crash' | 'snapshot' | 'freeze' | 'thief' | 'oldClient'; readonly device: number }
  | { readonly kind: 'rewind' | 'clone'; readonly device: number; readonly sameRandomness: boolean }
  | { readonly kind: 'offline' | 'quota' | 'journalRefuses' | 'clockJump'; readonly device: number; readonly ms: number }
  | { readonly kind: 'exportAnswers'; readonly device: number }
  | { readonly kind: 'tear'; readonly device: number; readonly harm: ReplicaDamage }
  | { readonly kind: 'answer'; readonly person: number; readonly item: string; readonly burst: number }
  | { readonly kind: 'attach' | 'takeBack'; readonly person: number; readonly item: string; readonly bytes: number }
  | { readonly kind: 'flag'; readonly person: number; readonly item: string; readonly on: boolean }
  | { readonly kind: 'leave'; readonly person: number; readonly how: WatchKind }
  | { readonly kind: 'handIn'; readonly person: number; readonly by: 'examinee' | 'timeout' }
  | { readonly kind: 'serverCrash'; readonly ms: number; readonly loseProjections: boolean }
  | { readonly kind: 'commitFault'; readonly fault: CommitFault }
  | { readonly kind: 'backUp' | 'restore' | 'release' }
  | { readonly kind: 'oracle' | 'prepare' | 'strike'; readonly cheat: number }
  /**
   * `giveBack`: homework is given back with more time. `finish`: its marking is finished, which releases the score of this examinee only. `tryAgain`:
   * another try of a mock test.
   */
  | { readonly kind: 'giveBack' | 'finish' | 'tryAgain'; readonly person: number; readonly n: number }
  | { readonly kind: 'staff'; readonly person: number; readonly what: StaffAction; readonly n: number }
);
/** Kind of attempt. It decides what may happen after the hand-in. */
export type SimKind = 'exam' | 'homework' | 'test';
export type StaffAction = 'extend' | 'mark' | 'revoke' | 'absent' | 'reopen' | 'decide' | 'marking' | 'sheet' | 'typeIn';
