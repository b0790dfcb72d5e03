import { type AttemptState, getStreamPart } from '../../../sync/engine/ops/attempt-state.ts';
import { listHandIns, type HandInView, type OpRef, findWinningOps } from '../../../sync/engine/ops/attempt-views.ts';
import { type NotCountedReason, getNotCountedReason } from '../../../sync/engine/ops/counting.ts';
import type { AnswerValue, OpPayload } from '../../../sync/engine/ops/ops.ts';
import { countSeqsUpTo } from '../../../sync/engine/ops/seq-runs.ts';
import { type TimeLabel, labelWritingTime } from '../../../sync/engine/ops/time-label.ts';
import { parseOp } from '../../../sync/engine/ops/upcast.ts';
import { isTimeDoubtful, findWritingTimeBounds } from '../../../sync/engine/ops/writing-time.ts';
import type { AnswerLog } from '../answer-log.ts';
import type { LogBatch, StreamHeader } from '../log/log-port.ts';
import type { ServerStreamKeys } from '../log/op-crypto.ts';
import { serverDocumentId } from '../server-writer.ts';
import { buildOpHeaderFromWire, openOp, unopenedPayload } from '../projection/batch-projection.ts';

/** One version of an answer (the value that one op set) with the evidence about it. */
export interface AnswerVersionEvidence extends OpRef {
  readonly lamport: number;
  readonly value: AnswerValue;
  /** When the answer was written, by the clock of the PC, which may be wrong. */
  readonly wallMs: number;
  readonly receivedMs: number;
  readonly label: TimeLabel;
  readonly epoch: number;
  readonly documentId: string;
  /** True if staff typed the answer in from a paper sheet. */
  readonly paper: boolean;
  readonly counts: boolean;
  readonly winner: boolean;
  /** True if the version counts, may have been written after the end, and no person has decided about it (SY21). */
  readonly timeDoubtful: boolean;
  /** Why the version does not count by itself: '' if it counts, `decided` if a person excluded it. */
  readonly why: NotCountedReason;
  /**
   * True if the hand-in that counts lists this version of the answer. While no hand-in is complete, any hand-in that is still valid (`stands`) is
   * enough.
   */
  readonly inManifest: boolean;
  /** Number of versions of this answer in this stream that have the same status; only the newest one is returned. */
  readonly ofStream: number;
}

export interface HandInEvidence extends OpRef, Pick<HandInView, 'by' | 'wallMs' | 'stands' | 'fixed' | 'lifted'> {
  readonly receivedMs: number;
  readonly label: TimeLabel;
  readonly opsListed: number;
  readonly opsMissing: number;
  readonly digest: HandInView['digestIs'];
}

type EvidenceDeps = Pick<AnswerLog, 'log' | 'projector' | 'keyring' | 'yieldToEventLoop'>;

interface EvidenceStream {
  readonly streamId: string;
  readonly epoch: number;
  readonly documentId: string;
  readonly ops: number;
  readonly firstReceivedMs: number;
  readonly lastReceivedMs: number;
  /** Server time at which the epoch of this stream was granted (the attempt moved to another PC or to paper); null for the first epoch. */
  readonly grantedMs: number | null;
}

/** An epoch that was granted when the attempt moved to another PC or to a paper sheet. The new PC may not have written anything yet. */
interface EvidenceMove {
  readonly epoch: number;
  readonly grantedMs: number;
  readonly paper: boolean;
}

interface EvidenceDecision extends OpPayload<'ops.decide@1'> {
  readonly actor: number;
  readonly atMs: number;
}

/** When an op was written: milliseconds on the monotonic clock of the browser document that wrote it. */
interface OpWritingTime {
  readonly documentId: string;
  readonly monoMs: number;
}

/** Tracks the earliest possible start of each browser document (SY22). An op cannot be older than the grant of its epoch. */
class DocumentStartTracker {
  readonly #beganMs = new Map<string, number>();

  /** Adds an op of the attempt. `grantedMs`: server time at which its epoch was granted; null for the first epoch. */
  add({ documentId, monoMs }: OpWritingTime, grantedMs: number | null): void {
    if (grantedMs === null) return;
    this.#beganMs.set(documentId, Math.max(this.#beganMs.get(documentId) ?? -Infinity, grantedMs - monoMs));
  }

  /** Returns the earliest server time at which the op can have been written, or undefined if nothing proves one. */
  earliestMs({ documentId, monoMs }: OpWritingTime): number | undefined {
    const beganMs = this.#beganMs.get(documentId);
    return beganMs === undefined ? undefined : beganMs + monoMs;
  }
}

/** An op of the examinee, with the facts from the log that prove when it was written. */
interface EvidenceOp extends OpWritingTime {
  readonly receivedMs: number;
  readonly epoch: number;
  readonly wallMs: number;
  readonly payload: unknown;
}

interface AttemptLogRead {
  readonly begins: DocumentStartTracker;
  readonly streams: readonly EvidenceStream[];
  readonly moves: readonly EvidenceMove[];
  readonly decisions: readonly EvidenceDecision[];
  /** The ops in `payloadKeys` and the answers that staff typed in from paper, by the key that `formatOpKey` makes. */
  readonly ops: ReadonlyMap<string, EvidenceOp>;
  readonly streamsLeftOut: number;
}

const formatOpKey = (streamId: string, seq: number): string => `${streamId}:${seq}`;

/** Maximum number of streams per read. No real attempt has nearly as many. */
const streamsMost = 400;
const batchesPerTurn = 40;

/**
 * Reads an attempt's streams from the log in steps, so that other requests are served in between. `payloadKeys`: keys of the ops whose payload is
 * needed.
 */
async function readAttemptLog(deps: EvidenceDeps, attemptId: string, payloadKeys: ReadonlySet<string>): Promise<AttemptLogRead> {
  const headers = deps.log.streamsOf(attemptId);
  const isStaff = (header: StreamHeader): boolean => header.author === 'server';
  const epochs = new Map(headers.map(({ streamId, epoch }) => [streamId, epoch]));
  const staff = await readStaff(deps, headers.filter(isStaff), epochs);
  const examineeHeaders = headers.filter((header) => !isStaff(header));
  const headersToRead = examineeHeaders.slice(0, streamsMost);
  const reader = new ExamineeReader(payloadKeys, staff);
  for (const header of headersToRead) {
    const keys = deps.keyring.ready(header) ?? (await deps.keyring.open(header).catch(() => undefined));
    await visitBatches(deps, header, (batch) => reader.take(header, batch, keys));
  }
  const { begins, streams } = reader;
  const ops = new Map([...staff.typed, ...reader.ops]);
  const { moves, decisions } = staff;
  return { begins, streams: [...streams.values()], moves, decisions, ops, streamsLeftOut: examineeHeaders.length - headersToRead.length };
}

async function visitBatches(
  { log, yieldToEventLoop: turn }: EvidenceDeps,
  header: StreamHeader,
  take: (batch: LogBatch) => void,
): Promise<void> {
  let batchCount = 0;
  for (const batch of log.batchesOf(header.streamId)) {
    take(batch);
    if ((batchCount += 1) % batchesPerTurn === 0) await turn();
  }
  await turn();
}

/** Reads the server's own streams: grants of epochs, answers that staff typed in, and decisions. `epochs`: epoch of each stream of the attempt. */
async function readStaff(deps: EvidenceDeps, headers: readonly StreamHeader[], epochs: ReadonlyMap<string, number>) {
  const grantedMs = new Map<number, number>();
  const openedMs = new Map<number, number>();
  const decisions: EvidenceDecision[] = [];
  const opsByKey = new Map<string, EvidenceOp>();
  const sheets = new Set<number>();
  for (const header of headers)
    await visitBatches(deps, header, ({ ops, receivedMs, fromSeq }) => {
      for (const [at, op] of ops.entries()) {
        const parsedOp = parseOp(op[1], openOp(header, buildOpHeaderFromWire(header, fromSeq + at, op), op, undefined));
        if (typeof parsedOp === 'string') continue;
        if (parsedOp.type === 'epoch.grant@1') {
          const { epoch, heads } = parsedOp.payload;
          const firstMs = Math.min(receivedMs, grantedMs.get(epoch) ?? Infinity);
          grantedMs.set(epoch, firstMs);
          // A grant that lists a stream of its own epoch is of a spare PC, which began without a network. It was recorded when that PC's first push
          // arrived, so its time does not prove when the epoch began.
          if (!Object.keys(heads).some((id) => epochs.get(id) === epoch)) openedMs.set(epoch, firstMs);
          else openedMs.delete(epoch);
          if (parsedOp.payload.paper === true) sheets.add(epoch);
        }
        if (parsedOp.type === 'paper.set@1')
          opsByKey.set(formatOpKey(header.streamId, fromSeq + at), {
            documentId: header.documentId,
            monoMs: 0,
            receivedMs,
            epoch: header.epoch,
            wallMs: receivedMs,
            payload: parsedOp.payload,
          });
        if (parsedOp.type === 'ops.decide@1') decisions.push({ ...parsedOp.payload, actor: header.actor, atMs: receivedMs });
      }
    });
  const moves = [...grantedMs].map(([epoch, ms]): EvidenceMove => ({ epoch, grantedMs: ms, paper: sheets.has(epoch) }));
  return {
    grantedMs,
    openedMs,
    moves: moves.toSorted((a, b) => a.epoch - b.epoch),
    typed: opsByKey,
    decisions: decisions.toSorted((a, b) => a.atMs - b.atMs),
  };
}

class ExamineeReader {
  readonly begins = new DocumentStartTracker();
  readonly streams = new Map<string, EvidenceStream>();
  readonly ops = new Map<string, EvidenceOp>();
  readonly #payloadKeys: ReadonlySet<string>;
  readonly #grantedMs: ReadonlyMap<number, number>;
  /** Epoch → server time of its grant, if the server granted it before the first op of the epoch was written. */
  readonly #openedMs: ReadonlyMap<number, number>;

  constructor(payloadKeys: ReadonlySet<string>, grants: Record<'grantedMs' | 'openedMs', ReadonlyMap<number, number>>) {
    this.#payloadKeys = payloadKeys;
    this.#grantedMs = grants.grantedMs;
    this.#openedMs = grants.openedMs;
  }

  /** Reads the evidence from one batch of a stream. The batches of a stream must come newest first. */
  take(header: StreamHeader, { receivedMs, fromSeq, toSeq, ops }: LogBatch, keys: ServerStreamKeys | undefined): void {
    // A batch without ops only reports how many ops exist on a PC or in quarantine (SY25).
    if (ops.length === 0) return;
    const { streamId, epoch, documentId } = header;
    const grantedMs = this.#grantedMs.get(epoch) ?? null;
    const newer = this.streams.get(streamId);
    const ends = { ops: newer?.ops ?? toSeq, firstReceivedMs: receivedMs, lastReceivedMs: newer?.lastReceivedMs ?? receivedMs };
    this.streams.set(streamId, { streamId, epoch, documentId, ...ends, grantedMs });
    for (const [at, op] of ops.entries()) {
      const opTimes = { documentId, monoMs: op[4] };
      this.begins.add(opTimes, this.#openedMs.get(epoch) ?? null);
      const key = formatOpKey(streamId, fromSeq + at);
      if (!this.#payloadKeys.has(key)) continue;
      const payload = openOp(header, buildOpHeaderFromWire(header, fromSeq + at, op), op, keys);
      if (payload !== unopenedPayload) this.ops.set(key, { ...opTimes, receivedMs, epoch, wallMs: op[3], payload });
    }
  }
}

/** Evidence that staff need to decide about an attempt. */
export interface AttemptEvidence {
  readonly streams: readonly EvidenceStream[];
  /** Questions whose answer needs a staff decision or has one, each with the versions of the answer, the oldest first. */
  readonly items: readonly { readonly itemId: string; readonly versions: readonly AnswerVersionEvidence[] }[];
  readonly handIns: readonly HandInEvidence[];
  readonly moves: readonly EvidenceMove[];
  readonly decisions: readonly EvidenceDecision[];
  /** Number of streams that were left out because the attempt has more than `streamsMost`. */
  readonly streamsLeftOut: number;
}

export interface EvidenceTimes {
  readonly startMs: number;
  /** Deadline of the attempt, including its own extensions. */
  readonly deadlineMs: number;
  /** True if answers that may have been written after the end need a staff decision. */
  readonly doubtsTime: boolean;
}

/** Reads from the log the evidence that staff need to decide about an attempt's answers and hand-ins. */
export async function readAttemptEvidence(deps: EvidenceDeps, attemptId: string, times: EvidenceTimes): Promise<AttemptEvidence> {
  await deps.projector.waitUntilProjected();
  const state = deps.projector.attempt(attemptId)?.state;
  if (!state) return { streams: [], items: [], handIns: [], moves: [], decisions: [], streamsLeftOut: 0 };
  const pickedItems = pickVersions(state, times);
  // Take items and hand-ins from the state at one moment, because the state may change while the log is read.
  const handIns = listHandIns(state);
  const payloadKeys = new Set(
    [...pickedItems.flatMap(({ versions }) => versions), ...handIns].map((op) => formatOpKey(op.streamId, op.seq)),
  );
  const logRead = await readAttemptLog(deps, attemptId, payloadKeys);
  const { streams, moves, decisions, streamsLeftOut } = logRead;
  const items = pickedItems.map(({ itemId, versions }) => ({
    itemId,
    versions: versions.flatMap((each) => describeVersion(state, each, logRead, times) ?? []),
  }));
  return {
    streams,
    items: items.filter(({ versions }) => versions.length > 0).toSorted((a, b) => Number(a.itemId) - Number(b.itemId)),
    handIns: handIns.flatMap((each) => describeHandIn(state, each, logRead, times) ?? []),
    moves,
    decisions,
    streamsLeftOut,
  };
}

type ChosenVersion = Pick<
  AnswerVersionEvidence,
  'streamId' | 'seq' | 'lamport' | 'epoch' | 'why' | 'winner' | 'timeDoubtful' | 'inManifest' | 'ofStream'
>;

/**
 * Lists the questions whose answer needs a staff decision or has one. A stream contributes only its newest version of an answer with each status
 * (whether and why it counts, and whether its time is in doubt).
 */
function pickVersions(state: AttemptState, { deadlineMs, doubtsTime }: EvidenceTimes): { itemId: string; versions: ChosenVersion[] }[] {
  const won = findWinningOps(state);
  const listed = new Map<string, number>();
  const handIns = listHandIns(state).filter((h) => h.stands);
  for (const { manifest } of handIns.some((h) => h.fixed) ? handIns.filter((h) => h.fixed) : handIns)
    for (const { streamId, seq } of manifest) listed.set(streamId, Math.max(listed.get(streamId) ?? 0, seq));
  return Object.entries(state.items).flatMap(([itemId, c]) => {
    const last = new Map<string, ChosenVersion>();
    for (let i = 0; i < c.length; i += 4) {
      const [stream = 0, seq = 0, lamport = 0] = [c[i], c[i + 1], c[i + 2]];
      const { id: streamId, epoch } = getStreamPart(state, stream);
      const why = getNotCountedReason(state, stream, seq);
      const winningOp = won.get(itemId);
      const winner = winningOp?.streamId === streamId && winningOp.seq === seq;
      const isDoubtful = doubtsTime && why === '' && isTimeDoubtful(state, stream, seq, deadlineMs);
      const groupKey = `${stream} ${why} ${isDoubtful}`;
      const timeDoubtful = isDoubtful && winner;
      const lastInGroup = last.get(groupKey);
      const ofStream = (lastInGroup?.ofStream ?? 0) + 1;
      const newer = !lastInGroup || lamport > lastInGroup.lamport || (lamport === lastInGroup.lamport && seq > lastInGroup.seq);
      const inManifest = seq <= (listed.get(streamId) ?? 0);
      const newest = { streamId, seq, lamport, epoch, why, winner, timeDoubtful, inManifest, ofStream };
      last.set(groupKey, newer ? newest : { ...lastInGroup, ofStream });
    }
    const versions = [...last.values()];
    if (versions.every(({ why, timeDoubtful }) => why === '' && !timeDoubtful) && !hasDecision(state, c)) return [];
    const oldestFirst = (a: ChosenVersion, b: ChosenVersion): number =>
      a.epoch - b.epoch || a.lamport - b.lamport || (a.streamId < b.streamId ? -1 : 1);
    return [{ itemId, versions: versions.toSorted(oldestFirst) }];
  });
}

/** Checks whether staff decided about one of these versions of an answer. The question then stays listed, because the decision can be changed. */
const hasDecision = (state: AttemptState, candidates: readonly number[]): boolean =>
  state.decisions.some(({ on, fromSeq, toSeq }) =>
    candidates.some(
      (stream, i) => i % 4 === 0 && stream === on && (candidates[i + 1] ?? 0) >= fromSeq && (candidates[i + 1] ?? 0) <= toSeq,
    ),
  );

function describeVersion(
  state: AttemptState,
  version: ChosenVersion,
  { ops, begins }: AttemptLogRead,
  times: EvidenceTimes,
): AnswerVersionEvidence | undefined {
  const op = ops.get(formatOpKey(version.streamId, version.seq));
  const parsedOp = op && parseOp('answer.set@1', op.payload);
  if (!op || !parsedOp || typeof parsedOp === 'string' || parsedOp.type !== 'answer.set@1') return undefined;
  const { wallMs, receivedMs, documentId } = op;
  // The time at which staff typed an answer in does not prove when the examinee wrote it on paper.
  const paper = documentId === serverDocumentId;
  const label = paper ? 'unprovable' : labelOp(state, version, begins.earliestMs(op), times);
  return { ...version, paper, value: parsedOp.payload.v, wallMs, receivedMs, label, documentId, counts: version.why === '' };
}

/** Labels an op by what the log proves (SY22). An op that is not projected is `unprovable`. */
function labelOp(state: AttemptState, { streamId, seq }: OpRef, earliestMs: number | undefined, { deadlineMs }: EvidenceTimes): TimeLabel {
  const stream = state.streams.findIndex(({ id }) => id === streamId);
  const proven = stream < 0 ? undefined : findWritingTimeBounds(state, stream, seq);
  return proven ? labelWritingTime(proven, deadlineMs, earliestMs) : 'unprovable';
}

function describeHandIn(
  state: AttemptState,
  handIn: HandInView,
  { ops, begins }: AttemptLogRead,
  times: EvidenceTimes,
): HandInEvidence | undefined {
  const op = ops.get(formatOpKey(handIn.streamId, handIn.seq));
  if (!op) return undefined;
  const { streamId, seq, by, wallMs, stands, fixed, lifted, manifest, digestIs } = handIn;
  const seqsByStream = new Map(state.streams.map((part) => [part.id, part.got]));
  const listedCount = manifest.reduce((sum, ref) => sum + ref.seq, 0);
  const arrivedCount = manifest.reduce((sum, ref) => sum + countSeqsUpTo(seqsByStream.get(ref.streamId) ?? [], ref.seq), 0);
  return {
    streamId,
    seq,
    by,
    wallMs,
    stands,
    fixed,
    lifted,
    receivedMs: op.receivedMs,
    label: labelOp(state, handIn, begins.earliestMs(op), times),
    opsListed: listedCount,
    opsMissing: listedCount - arrivedCount,
    digest: digestIs,
  };
}
