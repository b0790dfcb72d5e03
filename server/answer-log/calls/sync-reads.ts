import { createHash } from 'node:crypto';
import type { AttachmentView } from '../../../sync/contract/exams/answer-file.ts';
import type { SittingGrant } from '../../../sync/contract/exams/sitting.ts';
import type { PushInput } from '../../../sync/contract/exams/sync.ts';
import { deriveSeatKey } from '../../../sync/crypto/seat-grant.ts';
import { type AnswerChoice, buildDecisions } from '../../../sync/engine/ops/answer-choice.ts';
import {
  listActiveMarks,
  listHandIns,
  getCountedAnswers,
  getCountedFiles,
  getFlaggedItems,
  type HandInView,
  isSheetEpoch,
  type OpRef,
  getCurrentSheetEpoch,
} from '../../../sync/engine/ops/attempt-views.ts';
import { isHandInLifted } from '../../../sync/engine/ops/counting.ts';
import type { AnswerValue, OpPayload } from '../../../sync/engine/ops/ops.ts';
import { type AttachedFile, getStoredFileName, getItemQuestion, parseAttachmentQuestion } from '../../../sync/engine/ops/attachment.ts';
import type { AnswerLog } from '../answer-log.ts';
import type { ServerOp } from '../log/log-port.ts';
import { issueUploadToken, deriveRoomKey, deriveSittingKey } from '../log/upload-token.ts';
import type { SeatPresence } from '../projection/attempt-presence.ts';
import { decryptCountedFile } from './attached-files.ts';
import { type AttemptEvidence, readAttemptEvidence, type EvidenceTimes } from './attempt-evidence.ts';
import { type AttemptSummary, summariseAttempt } from './attempt-summary.ts';
import { createFileAddresses } from './file-address.ts';
import { createPushTaker, type PushOutcome } from './push.ts';

export type { AttemptEvidence } from './attempt-evidence.ts';
export type { PushOutcome } from './push.ts';
export { type AttemptSummary, noSummaryFindings } from './attempt-summary.ts';

/** A person's seat in an attempt. `epoch` is 1 at first entry; a move to another PC creates the next (SY15). */
export interface AttemptSeat {
  readonly attemptId: string;
  readonly planId: number;
  readonly epoch: number;
  readonly actor: number;
  readonly schoolId: number;
  /** True for a spare PC, which replaces another PC. Its token is issued before the move. */
  readonly spare?: true;
}

/** An attachment. `here`: every chunk has arrived. `inTime`: they arrived before scores were released; only then can a mark include the file. */
export interface CountedFile {
  readonly itemId: string;
  readonly name: string;
  readonly bytes: number;
  readonly here: boolean;
  readonly inTime: boolean;
}

/** Those answers of an attempt that count. */
export interface CountedAnswers {
  readonly answers: readonly { readonly itemId: string; readonly value: AnswerValue }[];
  readonly flags: readonly string[];
  /** Attachments among the answers, each with its own item id: "7/3fa9c1d2" for question 7. */
  readonly files: readonly CountedFile[];
  /** Lamport number that a new device must exceed in all its ops (SY5). */
  readonly lamport: number;
  readonly answersVersion: number;
}

/** The answers that count, with their files: `inTime` is false for a file that arrived after the release, which no marker could see. */
export interface MarkedAnswers extends Pick<CountedAnswers, 'answers'> {
  readonly files: readonly Pick<CountedFile, 'itemId' | 'inTime'>[];
}

/**
 * Combines the written answer of a question with its files, for comparison with the marked version. A file alone is an answer, and another file
 * makes another answer. A file that had not arrived is flagged as unseen, because a mark given without it does not cover it.
 */
export function combineAnswerWithFiles({ answers, files: countedFiles }: MarkedAnswers, itemId: string): AnswerValue | undefined {
  const unseen = new Set(countedFiles.flatMap((file) => (file.inTime ? [] : file.itemId)));
  const files = answers.filter((each) => parseAttachmentQuestion(each.itemId) === itemId && each.value.length > 0);
  const writtenAnswer = answers.find((each) => each.itemId === itemId)?.value;
  const fileEntries = files.map((each) => `${each.itemId} ${each.value.join('')}${unseen.has(each.itemId) ? ' unseen' : ''}`);
  return files.length === 0 ? writtenAnswer : [...(writtenAnswer ?? []), ...fileEntries.toSorted()];
}

/**
 * Access of the server's features to the answer log and its projections. Summaries and answers show the projection, normally milliseconds behind the
 * log. Call `waitUntilProjected()` first if acknowledged ops must be included. Reads are asynchronous although the data is in this process, so that
 * callers need no change if the log moves elsewhere.
 */
export interface SyncReads {
  readonly serverEpoch: string;
  issueSitting(seat: AttemptSeat): SittingGrant;
  /** Returns the key of one seat. The examinee's PC needs it to check a typed code for more time (SY15). */
  seatKey(planId: number, roomId: number, attemptId: string): Promise<string>;
  /** Appends an op that grants the next epoch (`epoch.grant@1`) with the current stream heads. Resolves with the new epoch once it is on disk. */
  grantEpoch(attemptId: string, actor: number): Promise<number>;
  /** Grants an epoch for answers on a paper sheet, or returns the epoch of the sheet that the attempt has already. */
  grantSheet(attemptId: string, actor: number): Promise<number>;
  /** `now`: epoch of the attempt's current paper sheet, or null. `known`: true if epoch `no` was ever granted for a sheet. */
  sheet(attemptId: string, no?: number): Promise<{ readonly now: number | null; readonly known: boolean }>;
  /** Returns the milliseconds until this attempt may move to another PC again; 0 if now. Repeated moves wait longer each time. */
  moveWaitMs(attemptId: string): Promise<number>;
  /**
   * Returns the newest epoch that was granted to the attempt (each move to another PC raises it); 1 before any grant. Always up to date with the log.
   */
  currentEpoch(attemptId: string): Promise<number>;
  /** Appends an op of the server (a mark, an extension, a reopening). Resolves once it is on disk. */
  append(attemptId: string, op: ServerOp): Promise<void>;
  /**
   * SY24: registers the time at which the exam of these attempts starts. Ops that arrive before it are early and do not count. Call it before any
   * examinee can enter.
   */
  registerStart(attemptIds: readonly string[], startMs: number): Promise<void>;
  /** Resolves when the projections show everything committed before this call. */
  waitUntilProjected(): Promise<void>;
  /**
   * Returns the summaries in the order of the ids. `collectAtMs`: the plan's deadline plus grace; each attempt's own extensions are added here.
   * Before that time, attempts without ops are "awaiting", afterwards "absent" and `stayedAway`. `deadlineMs`: the plan's deadline, if answers
   * that may have been written after it need a staff decision.
   */
  summaries(attemptIds: readonly string[], collectAtMs?: number, deadlineMs?: number): Promise<AttemptSummary[]>;
  handedInCount(attemptIds: readonly string[]): Promise<number>;
  /** Returns the answers that count; empty if no op has arrived. */
  answers(attemptId: string): Promise<CountedAnswers>;
  /** Decrypts an attachment of an answer that counts; undefined if there is none or a chunk is missing. */
  file(attemptId: string, itemId: string): Promise<{ readonly name: string; readonly bytes: Buffer } | undefined>;
  /** Returns the files of the answers by question, with addresses at which this user can open them. */
  shownFiles(attemptId: string, userId: number): Promise<Map<string, VersionedAttachment[]>>;
  /** Reads the evidence for a staff decision from the log, in steps and within the limits of one read. */
  evidence(attemptId: string, times: EvidenceTimes): Promise<AttemptEvidence>;
  /**
   * Records in each attempt's log the heads of its streams before the release of scores (SY23). Later ops count by themselves only if an op received
   * before lists them. Resolves when the records are on disk and projected. Rejects if an attempt failed; a repeated call is safe, because the first
   * record applies. `decidedAt`: `logEnd()` from before the decision to release. An attempt to which a server has written since (such as more time)
   * counts as failed.
   */
  recordDisclosure(attemptIds: readonly string[], actor: number, decidedAt?: number): Promise<void>;
  /** Returns the position of the newest batch in the log that this server knows. */
  logEnd(): number;
  /** Lists all received hand-ins that are not lifted, in the order of arrival. A reopening must name them. */
  listValidHandIns(attemptId: string): Promise<OpRef[]>;
  /** Lists all received hand-ins, highest op stamp first. */
  allHandIns(attemptId: string): Promise<HandInView[]>;
  /** Lists the ids of active marks of cheating. A revocation must name them. */
  marks(attemptId: string): Promise<string[]>;
  /**
   * Builds the `ops.decide@1` payloads that make the chosen versions of answers count. If a choice names an unknown version, returns its index in
   * `choices`.
   */
  buildDecisions(attemptId: string, choices: readonly AnswerChoice[]): Promise<OpPayload<'ops.decide@1'>[] | number>;
  /**
   * Returns when the PC of this epoch was last heard since the server started, whether it is connected now, and whether it last reported that its
   * page works without a network.
   */
  readPresence(attemptId: string, epoch: number): Promise<SeatPresence>;
  /** SY16: takes a batch from an answer file and appends it like a pushed one. */
  takeBatch(input: PushInput): Promise<PushOutcome>;
  /**
   * Registers a listener for attempts that become complete, or whose answers that count change after that. Events are not repeated after a restart:
   * compare `answersVersion` then.
   */
  onComplete(listener: (attemptId: string) => void): () => void;
}

/** An attachment with a version derived from its content, because another file may be sent under the same name. */
export interface VersionedAttachment extends AttachmentView {
  readonly itemId: string;
  readonly version: string;
}
const computeFileVersion = (file: AttachedFile): string =>
  createHash('sha256').update(getStoredFileName(file)).digest('base64url').slice(0, 22);

type ReadsDeps = Pick<
  AnswerLog,
  | 'keys'
  | 'clock'
  | 'log'
  | 'projector'
  | 'writer'
  | 'keyring'
  | 'yieldToEventLoop'
  | 'registerStart'
  | 'refresh'
  | 'presence'
  | 'tickets'
  | 'queue'
  | 'chunks'
>;

const freeMoves = 4;
const firstPauseMs = 5_000;
const longestPauseMs = 10 * 60_000;

/**
 * Returns the milliseconds until an attempt, now at `epoch`, may move to another PC; 0 if it may move now. Moves are limited because each one stores
 * the heads of all streams of the attempt. The first moves are free. After that, each wait is twice as long as the one before. `grantedMs`: server
 * time of the newest move.
 */
function computeMoveWaitMs(epoch: number, grantedMs: number, nowMs: number): number {
  const moves = epoch - 1;
  if (moves < freeMoves) return 0;
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (moves - freeMoves));
  return Math.max(0, Math.min(pauseMs, grantedMs + pauseMs - nowMs));
}

export function createSyncReads(answerLog: ReadsDeps): SyncReads {
  const { keys, clock, log, projector, writer, presence } = answerLog;
  const addresses = createFileAddresses(keys.ticketSecret);
  const take = createPushTaker({ ...answerLog, newsAfter: () => null });
  return {
    serverEpoch: log.serverEpoch,
    issueSitting({ attemptId, planId, epoch, actor, schoolId, spare }) {
      const seat = { attemptId, epoch, actor };
      const ticket = issueUploadToken(keys, { ...seat, schoolId, ...(spare && { spare }) });
      const key = deriveSittingKey(keys, seat).toString('base64url');
      const server = { serverKeys: keys.publicKeys, serverEpoch: log.serverEpoch, serverNow: clock.nowMs() };
      return { ...seat, planId, ticket, sittingKey: key, ...server };
    },
    seatKey: (planId, roomId, attemptId) => deriveSeatKey(deriveRoomKey(keys, planId, roomId), attemptId),
    grantEpoch: (attemptId, actor) => writer.grantEpoch(attemptId, actor),
    grantSheet: (attemptId, actor) => writer.grantSheet(attemptId, actor),
    async sheet(attemptId, no) {
      await projector.waitUntilProjected();
      const state = projector.attempt(attemptId)?.state;
      return { now: state ? getCurrentSheetEpoch(state) : null, known: state !== undefined && no !== undefined && isSheetEpoch(state, no) };
    },
    async moveWaitMs(attemptId) {
      const epoch = await writer.epoch(attemptId);
      const state = projector.attempt(attemptId)?.state;
      const grant = state?.grants.find((each) => each.epoch === epoch);
      const batch = state && grant && log.batchWith(state.streams[grant.stream]?.id ?? '', grant.seq);
      return batch === undefined ? 0 : computeMoveWaitMs(epoch, batch.receivedMs, clock.nowMs());
    },
    currentEpoch: (attemptId) => writer.epoch(attemptId),
    append: (attemptId, op) => writer.append(attemptId, op),
    registerStart: (attemptIds, startMs) => answerLog.registerStart(attemptIds, startMs),
    waitUntilProjected: () => projector.waitUntilProjected(),
    async summaries(attemptIds, collectAtMs = Infinity, deadlineMs = Infinity) {
      const nowMs = clock.nowMs();
      const quarantined = log.countQuarantined(attemptIds);
      return attemptIds.map((attemptId) =>
        summariseAttempt(attemptId, projector.attempt(attemptId), {
          nowMs,
          collectAtMs,
          deadlineMs,
          aside: quarantined.get(attemptId) ?? 0,
        }),
      );
    },
    handedInCount: async (attemptIds) => projector.handedInCount(attemptIds),
    async answers(attemptId) {
      const attempt = projector.attempt(attemptId);
      if (!attempt) return { answers: [], flags: [], files: [], lamport: 0, answersVersion: 0 };
      const answers = [...getCountedAnswers(attempt.state)].map(([itemId, value]) => ({ itemId, value }));
      const files = [...getCountedFiles(attempt.state)].map(([itemId, { name, bytes, here, inTime }]) => ({
        itemId,
        name,
        bytes,
        here,
        inTime,
      }));
      return {
        answers,
        flags: [...getFlaggedItems(attempt.state)],
        files,
        lamport: attempt.state.lamport,
        answersVersion: attempt.answersVersion,
      };
    },
    file: async (attemptId, itemId) => decryptCountedFile(answerLog, attemptId, itemId),
    async shownFiles(attemptId, userId) {
      const state = projector.attempt(attemptId)?.state;
      const filesByQuestion = new Map<string, VersionedAttachment[]>();
      for (const [itemId, file] of state ? getCountedFiles(state) : []) {
        const { name, bytes, here } = file;
        const url = here ? addresses.addressOf({ attemptId, itemId }, userId, clock.nowMs()) : null;
        filesByQuestion.set(getItemQuestion(itemId), [
          ...(filesByQuestion.get(getItemQuestion(itemId)) ?? []),
          { itemId, version: computeFileVersion(file), name, bytes, url },
        ]);
      }
      return filesByQuestion;
    },
    evidence: (attemptId, times) => readAttemptEvidence(answerLog, attemptId, times),
    recordDisclosure: (attemptIds, actor, decidedAt) =>
      writer.disclose(attemptIds, actor, decidedAt).then(() => projector.waitUntilProjected()),
    logEnd: () => log.end(),
    async listValidHandIns(attemptId) {
      const state = projector.attempt(attemptId)?.state;
      const came = state?.handIns.filter((handIn) => !isHandInLifted(state, handIn)) ?? [];
      return came.map(({ stream, seq }) => ({ streamId: state?.streams[stream]?.id ?? '', seq }));
    },
    async allHandIns(attemptId) {
      const state = projector.attempt(attemptId)?.state;
      return state ? listHandIns(state) : [];
    },
    async marks(attemptId) {
      const state = projector.attempt(attemptId)?.state;
      return state ? listActiveMarks(state).map((mark) => mark.markId) : [];
    },
    async buildDecisions(attemptId, choices) {
      const state = projector.attempt(attemptId)?.state;
      return state ? buildDecisions(state, choices) : 0;
    },
    readPresence: async (attemptId, epoch) => presence.getPresence(attemptId, epoch, clock.nowMs()),
    takeBatch: (input) => take(input, false),
    onComplete: (listener) => projector.onComplete(listener),
  };
}
