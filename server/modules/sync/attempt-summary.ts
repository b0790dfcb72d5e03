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

/** State of an attempt for lists and boards. */
export interface AttemptSummary {
  readonly attemptId: string;
  /** The shown status code, derived from the registers. An examinee who stayed away shows as absent. */
  readonly status: ExamUserStatusCode;
  readonly epoch: number;
  /** Sum of the extensions in milliseconds. */
  readonly extensionMs: number;
  readonly answered: number;
  /** Number of ops of the examinee's streams on the server. */
  readonly receivedOps: number;
  readonly handedIn: boolean;
  /** True if the exam is handed in and every op listed by the hand-in has arrived (SY14). */
  readonly complete: boolean;
  /** Number of ops that a hand-in lists or a PC claimed, and that the server lacks (SY25). */
  readonly missingOps: number;
  /** Number of counting files that lack a chunk on the server. */
  readonly missingFiles: number;
  /** True if the time is over (`collectAtMs` plus this attempt's extensions) and no hand-in is complete. The received answers count. */
  readonly collected: boolean;
  /** True if the plan's deadline plus this attempt's extensions has passed. Answers may still be in transit. */
  readonly timeOver: boolean;
  /** True if the time is over and no op of the examinee has arrived. The examinee shows as absent unless staff record otherwise. */
  readonly stayedAway: boolean;
  /** True if staff marked the examinee as absent and no op of theirs has arrived. */
  readonly absentMarked: boolean;
  /** True if scores were released. Later answers wait for a staff decision (SY23). */
  readonly disclosed: boolean;
  readonly receipt: Receipt | null;
  readonly concerns: AttemptConcerns;
  /** Log position of the newest change of the counting answers. Marking stores it to notice that an answer must be marked again. */
  readonly answersVersion: number;
}

/** Findings that staff should review. */
export interface AttemptConcerns extends Pick<
  Concerns,
  'absentVoid' | 'epochDisputed' | 'handedInTwice' | 'digestDisagrees' | 'incomplete' | 'waiting' | 'early' | 'quarantined'
> {
  /** Number of quarantined batches, which fit no stream (forks, forgeries). */
  readonly aside: number;
  readonly unawareOfMark: number;
  /**
   * Number of answers first received after `collectAtMs` plus this attempt's extensions. The evidence shows what each proves about its time of
   * writing.
   */
  readonly receivedAfterEnd: number;
  /** Number of items whose answer counts although it may have been written after the deadline, without a staff decision (SY21). */
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
  /** End of the plan without extensions; `Infinity` if the time of answers is never in doubt. */
  readonly deadlineMs: number;
  /** Number of quarantined batches. */
  readonly aside: number;
}

/** Summarises an attempt. `attempt` is undefined if no op has arrived for it. */
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
