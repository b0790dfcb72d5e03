import { examUserStatus, type ExamUserStatusCode } from '../../../sync/contract/codes.ts';
import type { Receipt } from '../../../sync/contract/sync.ts';
import {
  answeredCount,
  type Concerns,
  concernsOf,
  missingFiles,
  missingOps,
  receivedOps,
  statusOf,
  wasHere,
} from '../../../sync/engine/attempt-views.ts';
import { countingOf } from '../../../sync/engine/counting.ts';
import { receivedFrom } from '../../../sync/engine/merge.ts';
import { collectGraceMs } from '../../../sync/engine/time-label.ts';
import { doubtfulItems } from '../../../sync/engine/writing-time.ts';
import type { ProjectedAttempt } from '../../ingest/projected-attempt.ts';

export interface AttemptSummary {
  readonly attemptId: string;
  /** The one code shown, a view over the registers; who stayed away shows as absent. */
  readonly status: ExamUserStatusCode;
  readonly epoch: number;
  /** Sum of the extensions. */
  readonly extensionMs: number;
  readonly answered: number;
  /** Ops of the examinee's streams the server holds. */
  readonly receivedOps: number;
  readonly handedIn: boolean;
  /** Handed in, and every op that hand-in lists is here (SY14). */
  readonly complete: boolean;
  /** Ops that a hand-in lists, or that a PC told of, and that are not here (SY25). */
  readonly missingOps: number;
  /** Files on answers that count of which not every piece is here. */
  readonly missingFiles: number;
  /** The time is over (`collectAtMs` and this attempt's extensions) and no hand-in is complete: what arrived counts. */
  readonly collected: boolean;
  /** The deadline of the plan and this attempt's extensions have passed; answers may still be on their way. */
  readonly timeOver: boolean;
  /** The time is over, and nothing of the examinee's has come: absent, unless somebody knows better. */
  readonly stayedAway: boolean;
  /** Staff said that they were absent, and nothing of theirs has come. */
  readonly absentMarked: boolean;
  /** Scores were told: what comes now waits for a person (SY23). */
  readonly disclosed: boolean;
  readonly receipt: Receipt | null;
  readonly concerns: AttemptConcerns;
  /** Log position of the newest change of what counts: a marker that stored it knows when to mark again. */
  readonly answersVersion: number;
}

/** What staff should look at. */
export interface AttemptConcerns extends Pick<
  Concerns,
  'absentVoid' | 'epochDisputed' | 'handedInTwice' | 'digestDisagrees' | 'incomplete' | 'waiting' | 'early' | 'quarantined'
> {
  /** Batches that fit no stream (forks, forgeries), kept aside. */
  readonly aside: number;
  readonly unawareOfMark: number;
  /** Answers first received after `collectAtMs` and this attempt's extensions: what each proves about when it was written, its evidence says. */
  readonly receivedAfterEnd: number;
  /** Items whose answer counts although it may have been written after the deadline; a person has not decided (SY21). */
  readonly timeDoubtful: number;
}

const nothing = {
  epoch: 1,
  extensionMs: 0,
  answered: 0,
  receivedOps: 0,
  handedIn: false,
  complete: false,
  missingOps: 0,
  missingFiles: 0,
  collected: false,
};
export const noConcerns: AttemptConcerns = {
  absentVoid: false,
  epochDisputed: false,
  handedInTwice: false,
  digestDisagrees: false,
  incomplete: false,
  waiting: { olderEpoch: 0, afterHandIn: 0, afterDisclosure: 0 },
  early: 0,
  quarantined: 0,
  aside: 0,
  unawareOfMark: 0,
  receivedAfterEnd: 0,
  timeDoubtful: 0,
};

interface At {
  readonly nowMs: number;
  readonly collectAtMs: number;
  /** End of the plan without extensions; `Infinity` where no answer's time is in doubt. */
  readonly deadlineMs: number;
  /** Batches aside. */
  readonly aside: number;
}

export function summaryOf(
  attemptId: string,
  attempt: ProjectedAttempt | undefined,
  { nowMs, collectAtMs, deadlineMs, aside }: At,
): AttemptSummary {
  if (!attempt) {
    const stayedAway = nowMs >= collectAtMs;
    const status = stayedAway ? examUserStatus.absent : examUserStatus.awaiting;
    const concerns = { ...noConcerns, aside };
    const timeOver = nowMs >= collectAtMs - collectGraceMs;
    return {
      attemptId,
      status,
      ...nothing,
      timeOver,
      stayedAway,
      absentMarked: false,
      disclosed: false,
      receipt: null,
      concerns,
      answersVersion: 0,
    };
  }
  const { state, complete, receipt, answersVersion } = attempt;
  const { epoch, extensionMs, standing, disclosed } = countingOf(state);
  const endMs = collectAtMs + extensionMs;
  const overdue = nowMs >= endMs;
  const here = wasHere(state);
  const shown = statusOf(state, overdue);
  const stayedAway = overdue && !here;
  const { unawareOfMark, alternates: _, ...concerns } = concernsOf(state);
  return {
    attemptId,
    status: stayedAway && shown === examUserStatus.awaiting ? examUserStatus.absent : shown,
    epoch,
    extensionMs,
    answered: answeredCount(state),
    receivedOps: receivedOps(state),
    handedIn: standing.length > 0,
    complete,
    missingOps: missingOps(state),
    missingFiles: missingFiles(state),
    collected: overdue && here && !complete,
    timeOver: nowMs >= endMs - collectGraceMs,
    stayedAway,
    absentMarked: state.absent && !here,
    disclosed: disclosed !== undefined,
    receipt,
    concerns: {
      ...concerns,
      aside,
      unawareOfMark: unawareOfMark.length,
      receivedAfterEnd: receivedFrom(state, endMs),
      timeDoubtful: doubtfulItems(state, deadlineMs + extensionMs),
    },
    answersVersion,
  };
}
