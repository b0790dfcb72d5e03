import { examUserStatus, type ExamUserStatusCode } from '../../../sync/contract/codes.ts';
import type { HandInReceipt } from '../../../sync/contract/exams/sync.ts';
import {
  countAnsweredQuestions,
  type AttemptFindings,
  findAttemptConcerns,
  countIncompleteFiles,
  countMissingOps,
  countReceivedOps,
  deriveExamineeStatus,
  hasExamineeOps,
} from '../../../sync/engine/ops/attempt-views.ts';
import { getOpCounting } from '../../../sync/engine/ops/counting.ts';
import { countReceivedSince } from '../../../sync/engine/ops/merge.ts';
import { arrivalGraceMs } from '../../../sync/engine/ops/time-label.ts';
import { countDoubtfulItems } from '../../../sync/engine/ops/writing-time.ts';
import type { ProjectedAttempt } from '../projection/projected-attempt.ts';

/** State of an attempt, as lists of examinees and the boards of invigilators show it. */
export interface AttemptSummary {
  readonly attemptId: string;
  /** The status code that lists and boards show. An examinee who stayed away shows as absent. */
  readonly status: ExamUserStatusCode;
  readonly epoch: number;
  /** Sum of the extra time that the attempt got, in milliseconds. */
  readonly extensionMs: number;
  readonly answered: number;
  /** Number of ops of the examinee's streams on the server. */
  readonly receivedOps: number;
  readonly handedIn: boolean;
  /** True if the exam is handed in and every op listed by the hand-in has arrived (SY14). */
  readonly complete: boolean;
  /** Number of ops that a hand-in lists, or that a PC says it has written, and that the server lacks (SY25). */
  readonly missingOps: number;
  /** Number of attachments of counted answers of which the server lacks a chunk. */
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
  readonly receipt: HandInReceipt | null;
  readonly concerns: AttemptSummaryFindings;
  /** Log position of the newest change of the answers that count. Marking stores it to notice that an answer must be marked again. */
  readonly answersVersion: number;
}

/** Findings about an attempt that staff should review. */
export interface AttemptSummaryFindings extends Pick<
  AttemptFindings,
  'absentVoid' | 'epochDisputed' | 'handedInTwice' | 'digestDisagrees' | 'incomplete' | 'waiting' | 'early' | 'quarantined'
> {
  /** Number of quarantined batches: stored batches of ops that fit no stream (forks, forgeries). */
  readonly aside: number;
  readonly unawareOfMark: number;
  /**
   * Number of answers first received after `collectAtMs` plus this attempt's extensions. `readAttemptEvidence` shows what the log proves about the
   * time at which each was written.
   */
  readonly receivedAfterEnd: number;
  /** Number of questions whose answer counts although it may have been written after the deadline and no staff decided about it (SY21). */
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
export const noSummaryFindings: AttemptSummaryFindings = {
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

interface SummaryTimes {
  readonly nowMs: number;
  readonly collectAtMs: number;
  /** End of the plan without extensions; `Infinity` if the time of answers is never in doubt. */
  readonly deadlineMs: number;
  /** Number of quarantined batches. */
  readonly aside: number;
}

/** Summarises an attempt for lists and boards. `attempt` is undefined if no op has arrived for it. */
export function summariseAttempt(
  attemptId: string,
  attempt: ProjectedAttempt | undefined,
  { nowMs, collectAtMs, deadlineMs, aside }: SummaryTimes,
): AttemptSummary {
  if (!attempt) {
    const stayedAway = nowMs >= collectAtMs;
    const status = stayedAway ? examUserStatus.absent : examUserStatus.awaiting;
    const concerns = { ...noSummaryFindings, aside };
    const timeOver = nowMs >= collectAtMs - arrivalGraceMs;
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
  const { epoch, extensionMs, standing, disclosed } = getOpCounting(state);
  const endMs = collectAtMs + extensionMs;
  const isOverdue = nowMs >= endMs;
  const hasOps = hasExamineeOps(state);
  const derivedStatus = deriveExamineeStatus(state, isOverdue);
  const stayedAway = isOverdue && !hasOps;
  const { unawareOfMark, alternates: _, ...concerns } = findAttemptConcerns(state);
  return {
    attemptId,
    status: stayedAway && derivedStatus === examUserStatus.awaiting ? examUserStatus.absent : derivedStatus,
    epoch,
    extensionMs,
    answered: countAnsweredQuestions(state),
    receivedOps: countReceivedOps(state),
    handedIn: standing.length > 0,
    complete,
    missingOps: countMissingOps(state),
    missingFiles: countIncompleteFiles(state),
    collected: isOverdue && hasOps && !complete,
    timeOver: nowMs >= endMs - arrivalGraceMs,
    stayedAway,
    absentMarked: state.absent && !hasOps,
    disclosed: disclosed !== undefined,
    receipt,
    concerns: {
      ...concerns,
      aside,
      unawareOfMark: unawareOfMark.length,
      receivedAfterEnd: countReceivedSince(state, endMs),
      timeDoubtful: countDoubtfulItems(state, deadlineMs + extensionMs),
    },
    answersVersion,
  };
}
