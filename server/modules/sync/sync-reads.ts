import { createHash } from 'node:crypto';
import { type AnswerChoice, decisionsFor } from '../../../sync/engine/answer-choice.ts';
import {
  activeMarks,
  allHandIns,
  answersOf,
  filesOf,
  flagsOf,
  type HandInView,
  isSheet,
  type OpRef,
  sheetOf,
} from '../../../sync/engine/attempt-views.ts';
import { isLifted } from '../../../sync/engine/counting.ts';
import type { SittingGrant } from '../../../sync/contract/sitting.ts';
import type { PushInput } from '../../../sync/contract/sync.ts';
import type { AnswerValue, OpPayload } from '../../../sync/engine/ops.ts';
import { seatKeyOf } from '../../../sync/seal/seat-grant.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { ServerOp } from '../../ingest/log-port.ts';
import type { ShownFile } from '../../../sync/contract/answer-file.ts';
import { type AttachedFile, fileName, questionOf, questionOfFile } from '../../../sync/engine/attachment.ts';
import { fileAddresses } from './file-address.ts';
import { openFile } from './attached-files.ts';
import { mintTicket, roomKeyOf, sittingKey } from '../../ingest/upload-ticket.ts';
import { type AttemptEvidence, evidenceOf, type EvidenceTimes } from './attempt-evidence.ts';
import { MovePause } from './move-pause.ts';
import { pushTaker, type Taken } from './push.ts';
import { type AttemptSummary, summaryOf } from './attempt-summary.ts';

export type { AttemptEvidence } from './attempt-evidence.ts';
export type { Taken } from './push.ts';
export { type AttemptSummary, noConcerns } from './attempt-summary.ts';

/** A person's seat in an attempt. `epoch` 1 at first entry; a move to another PC mints the next (SY15). */
export interface Seat {
  readonly attemptId: string;
  readonly planId: number;
  readonly epoch: number;
  readonly actor: number;
  readonly schoolId: number;
  /** For a spare PC, ahead of the move. */
  readonly spare?: true;
}

/** A file on an answer. `here`: every piece of it has arrived. `inTime`: it had before scores were told: only so can a mark be of it. */
export interface CountedFile {
  readonly itemId: string;
  readonly name: string;
  readonly bytes: number;
  readonly here: boolean;
  readonly inTime: boolean;
}

export interface CountedAnswers {
  readonly answers: readonly { readonly itemId: string; readonly value: AnswerValue }[];
  readonly flags: readonly string[];
  /** Among the answers, each under its own name: "7/3fa9c1d2". */
  readonly files: readonly CountedFile[];
  /** A new device goes on above it (SY5). */
  readonly lamport: number;
  readonly answersVersion: number;
}

/** The answers that count, and which files of theirs nobody who marks could see. */
export interface MarkedAnswers extends Pick<CountedAnswers, 'answers'> {
  readonly files: readonly Pick<CountedFile, 'itemId' | 'inTime'>[];
}

/**
 * Of a question that people mark: what was written and what came with it. A file alone is an answer, and another file another one. So is a file
 * that has not arrived: what is given without it is not given for it.
 */
export function wholeAnswer({ answers, files: told }: MarkedAnswers, itemId: string): AnswerValue | undefined {
  const unseen = new Set(told.flatMap((file) => (file.inTime ? [] : file.itemId)));
  const files = answers.filter((each) => questionOfFile(each.itemId) === itemId && each.value.length > 0);
  const written = answers.find((each) => each.itemId === itemId)?.value;
  const named = files.map((each) => `${each.itemId} ${each.value.join('')}${unseen.has(each.itemId) ? ' unseen' : ''}`);
  return files.length === 0 ? written : [...(written ?? []), ...named.toSorted()];
}

/**
 * What the other modules may ask of the log and its projections. Summaries and answers are as of the projection, normally
 * milliseconds behind the log: `await untilProjected()` first where what was acknowledged before must show. Whoever asks waits, though the
 * answer lies in this process so far: where the log stands elsewhere, nobody who asks has to be written anew.
 */
export interface SyncReads {
  readonly serverEpoch: string;
  issueSitting(seat: Seat): SittingGrant;
  /** The key of one seat, by which a typed grant of its room opens there and nowhere else (SY15). */
  seatKey(planId: number, roomId: number, attemptId: string): Promise<string>;
  /** Appends `epoch.grant@1` with what the server has now; resolves with the new epoch once it is on disk. */
  grantEpoch(attemptId: string, actor: number): Promise<number>;
  /** The same for a sheet of paper they go on with; the one they have, where they have one. */
  grantSheet(attemptId: string, actor: number): Promise<number>;
  /** Their sheet of paper, and whether this one was ever given out. */
  sheet(attemptId: string, no?: number): Promise<{ readonly now: number | null; readonly known: boolean }>;
  /** How long until this attempt may move to another PC again; 0: now. Whoever moves again and again waits longer each time. */
  moveWaitMs(attemptId: string): Promise<number>;
  /** Newest epoch granted, 1 before any grant. Always up to date with the log. */
  currentEpoch(attemptId: string): Promise<number>;
  /** A server-authored op (a mark, an extension, a reopening); resolves once it is on disk. */
  append(attemptId: string, op: ServerOp): Promise<void>;
  /** SY24: the exam of these attempts begins then; what comes before it does not count. To be said before anybody can enter them. */
  expect(attemptIds: readonly string[], startMs: number): void;
  /** Resolves when the projections show everything committed before this call. */
  untilProjected(): Promise<void>;
  /**
   * In the order asked. `collectAtMs`: deadline plus grace, from the plan; each attempt's own extensions are added here. Before
   * it, attempts nothing has arrived for are "awaiting", from then on "absent" and `stayedAway`. `deadlineMs`: given where answers that may
   * have been written after it wait for a person.
   */
  summaries(attemptIds: readonly string[], collectAtMs?: number, deadlineMs?: number): Promise<AttemptSummary[]>;
  handedInCount(attemptIds: readonly string[]): Promise<number>;
  /** Empty where nothing has arrived. */
  answers(attemptId: string): Promise<CountedAnswers>;
  /** A file that counts; undefined: there is none, or it is not wholly here. */
  file(attemptId: string, itemId: string): Promise<{ readonly name: string; readonly bytes: Buffer } | undefined>;
  /** What shows them beside an answer, for this person to open; by question. */
  shownFiles(attemptId: string, userId: number): Promise<Map<string, AnswerFile[]>>;
  /** What a person needs to decide: read from the log in steps, with as much as one look may hold. */
  evidence(attemptId: string, times: EvidenceTimes, options?: { all?: boolean }): Promise<AttemptEvidence>;
  /**
   * SY23, before scores are told: from now on what arrives counts by itself only where something that is here already commits to
   * it. Resolves when that is on disk for each and shows; rejects where it is not, and may be said again: the first time holds.
   */
  disclose(attemptIds: readonly string[], actor: number): Promise<void>;
  /** All hand-ins that came and are not lifted: what a reopening has to name, in the order they came to be known. */
  handInsOf(attemptId: string): Promise<OpRef[]>;
  /** All that came, the highest first. */
  allHandIns(attemptId: string): Promise<HandInView[]>;
  /** Marks of cheating that stand, by their ids: what a revocation has to name. */
  marks(attemptId: string): Promise<string[]>;
  /** The decisions by which these versions count. A number: that choice names a version that isn't here. */
  decisionsFor(attemptId: string, choices: readonly AnswerChoice[]): Promise<OpPayload<'ops.decide@1'>[] | number>;
  /** When the PC that holds this epoch was last heard, since this server runs, and whether it is connected this moment. */
  presenceOf(attemptId: string, epoch: number): Promise<{ readonly heardMs: number | null; readonly connected: boolean }>;
  /** SY16: a batch that a person brought in a file; appended as one that the network brings. */
  takeBatch(input: PushInput): Promise<Taken>;
  /** An attempt became complete, or what counts in a complete one changed. Not replayed after a restart: compare `answersVersion`. */
  onComplete(listener: (attemptId: string) => void): () => void;
}

/** A file on an answer, by its name and by what it holds: under the same name another may be sent. */
export interface AnswerFile extends ShownFile {
  readonly itemId: string;
  readonly version: string;
}
const versionOf = (file: AttachedFile): string => createHash('sha256').update(fileName(file)).digest('base64url').slice(0, 22);

type ReadsDeps = Pick<
  Ingest,
  'keys' | 'clock' | 'log' | 'projector' | 'writer' | 'keyring' | 'turn' | 'starts' | 'presence' | 'tickets' | 'queue' | 'pieces'
>;

export function syncReads(ingest: ReadsDeps): SyncReads {
  const { keys, clock, log, projector, writer, presence } = ingest;
  const moves = new MovePause(clock);
  const addresses = fileAddresses(keys.ticketSecret);
  const take = pushTaker({ ...ingest, newsAfter: () => null });
  return {
    serverEpoch: log.serverEpoch,
    issueSitting({ attemptId, planId, epoch, actor, schoolId, spare }) {
      const seat = { attemptId, epoch, actor };
      const ticket = mintTicket(keys, { ...seat, schoolId, ...(spare && { spare }) });
      const key = sittingKey(keys, seat).toString('base64url');
      const server = { serverKeys: keys.forDevices, serverEpoch: log.serverEpoch, serverNow: clock.nowMs() };
      return { ...seat, planId, ticket, sittingKey: key, ...server };
    },
    seatKey: (planId, roomId, attemptId) => seatKeyOf(roomKeyOf(keys, planId, roomId), attemptId),
    grantEpoch(attemptId, actor) {
      moves.moved(attemptId);
      return writer.grantEpoch(attemptId, actor);
    },
    grantSheet: (attemptId, actor) => writer.grantSheet(attemptId, actor),
    async sheet(attemptId, no) {
      await projector.untilProjected();
      const state = projector.attempt(attemptId)?.state;
      return { now: state ? sheetOf(state) : null, known: state !== undefined && no !== undefined && isSheet(state, no) };
    },
    moveWaitMs: async (attemptId) => moves.waitMs(attemptId, await writer.epoch(attemptId)),
    currentEpoch: (attemptId) => writer.epoch(attemptId),
    append: (attemptId, op) => writer.append(attemptId, op),
    expect: (attemptIds, startMs) => ingest.starts.expect(attemptIds, startMs),
    untilProjected: () => projector.untilProjected(),
    async summaries(attemptIds, collectAtMs = Infinity, deadlineMs = Infinity) {
      const nowMs = clock.nowMs();
      const aside = log.asideCounts(attemptIds);
      return attemptIds.map((attemptId) =>
        summaryOf(attemptId, projector.attempt(attemptId), { nowMs, collectAtMs, deadlineMs, aside: aside.get(attemptId) ?? 0 }),
      );
    },
    handedInCount: async (attemptIds) => projector.handedInCount(attemptIds),
    async answers(attemptId) {
      const attempt = projector.attempt(attemptId);
      if (!attempt) return { answers: [], flags: [], files: [], lamport: 0, answersVersion: 0 };
      const answers = [...answersOf(attempt.state)].map(([itemId, value]) => ({ itemId, value }));
      const files = [...filesOf(attempt.state)].map(([itemId, { name, bytes, here, inTime }]) => ({ itemId, name, bytes, here, inTime }));
      return { answers, flags: [...flagsOf(attempt.state)], files, lamport: attempt.state.lamport, answersVersion: attempt.answersVersion };
    },
    file: async (attemptId, itemId) => openFile(ingest, attemptId, itemId),
    async shownFiles(attemptId, userId) {
      const state = projector.attempt(attemptId)?.state;
      const shown = new Map<string, AnswerFile[]>();
      for (const [itemId, file] of state ? filesOf(state) : []) {
        const { name, bytes, here } = file;
        const url = here ? addresses.addressOf({ attemptId, itemId }, userId, clock.nowMs()) : null;
        shown.set(questionOf(itemId), [...(shown.get(questionOf(itemId)) ?? []), { itemId, version: versionOf(file), name, bytes, url }]);
      }
      return shown;
    },
    evidence: (attemptId, times, options) => evidenceOf(ingest, attemptId, times, options),
    disclose: (attemptIds, actor) => writer.disclose(attemptIds, actor).then(() => projector.untilProjected()),
    async handInsOf(attemptId) {
      const state = projector.attempt(attemptId)?.state;
      const came = state?.handIns.filter((handIn) => !isLifted(state, handIn)) ?? [];
      return came.map(({ stream, seq }) => ({ streamId: state?.streams[stream]?.id ?? '', seq }));
    },
    async allHandIns(attemptId) {
      const state = projector.attempt(attemptId)?.state;
      return state ? allHandIns(state) : [];
    },
    async marks(attemptId) {
      const state = projector.attempt(attemptId)?.state;
      return state ? activeMarks(state).map((mark) => mark.markId) : [];
    },
    async decisionsFor(attemptId, choices) {
      const state = projector.attempt(attemptId)?.state;
      return state ? decisionsFor(state, choices) : 0;
    },
    presenceOf: async (attemptId, epoch) => presence.of(attemptId, epoch),
    takeBatch: (input) => take(input, false),
    onComplete: (listener) => projector.onComplete(listener),
  };
}
