import { type AttemptState, type StreamAuthor, createEmptyState } from '../ops/attempt-state.ts';
import { type RoomCommandView, listRoomCommands } from '../ops/room-views.ts';
import type { ServerAnswers } from './attempt-session.ts';
import { getCountedAnswers, getFlaggedItems, listMissingValues, listPlays, type OpRef, findWinningOps } from '../ops/attempt-views.ts';
import { applyOp, storeWinnerValue } from '../ops/merge.ts';
import type { AnswerValue, OpenedOp, OpHeader } from '../ops/ops.ts';
import { type ClientStore, type OpRow, type SittingRow, StorageFault, type StreamCipher, type StreamRow, type Vault } from '../ports.ts';
import { createSerialQueue } from '../ops/serial.ts';
import { getChainEnd } from '../store/store-rules.ts';
import { parseOp } from '../ops/upcast.ts';

const pageOps = 500;

interface LoadedStream {
  row: StreamRow;
  /** Decrypts the stream's ops; undefined if the stream was written with another credential (SY20). */
  readonly cipher: StreamCipher | undefined;
  through: number;
}

const formatOpKey = ({ streamId, seq }: OpRef): string => `${streamId}:${seq}`;

/**
 * In-memory state of one attempt in one tab. It loads the attempt's rows from the store, and decrypts and merges the ops. It never writes to the
 * store, so the disk holds only sealed ops.
 */
export class AttemptLedger {
  readonly #store: ClientStore;
  readonly #vault: Vault;
  readonly #attemptId: string;
  readonly #author: StreamAuthor;
  readonly #loaded = new Map<string, LoadedStream>();
  #ops = new Map<string, OpenedOp>();
  #state: AttemptState = createEmptyState();
  /** Lowest lamport that ops written after the exam's start certainly have; undefined while the start is not confirmed. */
  #safeFrom: number | undefined;
  #server: ServerAnswers = { answers: [], flags: [], lamport: 0 };
  #answers: ReadonlyMap<string, AnswerValue> | undefined;
  #flags: ReadonlySet<string> | undefined;
  #sitting: SittingRow;
  /** All streams of the attempt. Every change replaces the array, so comparing references detects a change. */
  #rows: readonly StreamRow[] = [];
  readonly #refreshes = createSerialQueue();

  private constructor(store: ClientStore, vault: Vault, sitting: SittingRow, author: StreamAuthor) {
    this.#author = author;
    this.#store = store;
    this.#vault = vault;
    this.#attemptId = sitting.attemptId;
    this.#sitting = sitting;
  }

  /** Loads the ledger of an attempt. Throws if the device has no sitting for this attempt. `author` is `tablet` for the streams of a room. */
  static async load(store: ClientStore, vault: Vault, attemptId: string, author: StreamAuthor = 'examinee'): Promise<AttemptLedger> {
    const sitting = await store.sitting(attemptId);
    if (!sitting) throw new Error(`no sitting of attempt ${attemptId} on this device`);
    const ledger = new AttemptLedger(store, vault, sitting, author);
    await ledger.refresh();
    return ledger;
  }

  get sitting(): SittingRow {
    return this.#sitting;
  }
  /** All streams of the attempt on this device, older epochs included. */
  get rows(): readonly StreamRow[] {
    return this.#rows;
  }
  get unreadable(): number {
    return [...this.#loaded.values()].filter((s) => !s.cipher && s.row.headSeq > 0).length;
  }

  /** Reads the rows and ops that other tabs and the sync agent have written since the last call. This tab may write meanwhile. */
  refresh(): Promise<void> {
    return this.#refreshes.run(() => this.#refresh());
  }

  async #refresh(): Promise<void> {
    const [sitting, rows] = await this.#readRows();
    // The sitting's row existed before and is gone, so the storage is at fault. The save indicator shows this.
    if (!sitting) throw new StorageFault('storage', `the sitting of attempt ${this.#attemptId} is gone from this device`);
    if (sitting.epoch !== this.#sitting.epoch) this.#begin();
    // Never lower the lamport below one this tab has seen (SY5). A mirrored store whose replicas fail in turn may return an older value.
    this.#sitting = { ...sitting, lamport: Math.max(sitting.lamport, this.#sitting.lamport) };
    this.#rows = rows;
    // The new rows may have new acknowledgements, which decide whether this PC's answer or the server's is shown. Merge again.
    this.#forgetMerged();
    // SY15: read only the newest epoch. Ops of older epochs count only if the server received them before the move to this PC; `adoptServerAnswers` adds those.
    for (const row of rows) if (row.epoch === sitting.epoch) await this.#read(this.#rows.find((r) => r.streamId === row.streamId) ?? row);
  }

  /** Reads sitting and streams from the store. Reads again if this tab added an op meanwhile, because the rows may lack that op. */
  async #readRows(): Promise<[SittingRow | undefined, readonly StreamRow[]]> {
    for (;;) {
      const previousRows = this.#rows;
      const loaded = await Promise.all([this.#store.sitting(this.#attemptId), this.#store.streamsOf(this.#attemptId)]);
      if (this.#rows === previousRows) return loaded;
    }
  }

  #begin(): void {
    this.#loaded.clear();
    this.#ops = new Map();
    this.#state = createEmptyState();
    this.#forgetMerged();
  }

  async #read(row: StreamRow): Promise<void> {
    const loadedStream = this.#loaded.get(row.streamId);
    const stream = loadedStream ?? { row, cipher: await this.#vault.reopenStream(row), through: 0 };
    stream.row = row;
    this.#loaded.set(row.streamId, stream);
    const { cipher } = stream;
    while (cipher && stream.through < row.headSeq) {
      const ops = await this.#store.ops(row.streamId, stream.through + 1, pageOps);
      if (ops.length === 0) return;
      // Decrypt a batch of ops in parallel. After a crash there may be hundreds, and decrypting them one after the other would be slow.
      const openedOps = await Promise.all(ops.map((op) => open(cipher, row, op)));
      // Skip ops that this tab has added itself meanwhile.
      for (const op of openedOps) if (op && op.seq > stream.through) this.#take(op);
      stream.through = Math.max(stream.through, ops.at(-1)?.seq ?? 0);
    }
  }

  #take(op: OpenedOp): void {
    this.#ops.set(formatOpKey(op), op);
    // Leave out hand-ins, so that all ops of the newest epoch are shown, even those after a hand-in. Only the server's news tell whether a hand-in
    // still stands, because staff may have reopened it.
    if (!op.type.startsWith('attempt.handIn')) applyOp(this.#state, op, this.#author);
    this.#forgetMerged();
  }

  #forgetMerged(): void {
    this.#answers = undefined;
    this.#flags = undefined;
  }

  /** Adds an op that this tab has just appended to `ownStream`, so that it need not be read back. */
  add(cipher: StreamCipher, ownStream: StreamRow, op: OpenedOp): void {
    const currentRow = this.#rows.find((r) => r.streamId === ownStream.streamId);
    const row = { ...(currentRow ?? ownStream), headSeq: ownStream.headSeq, headHash: ownStream.headHash };
    this.#rows = [...this.#rows.filter((r) => r !== currentRow), row];
    this.#sitting = { ...this.#sitting, lamport: Math.max(this.#sitting.lamport, op.lamport) };
    // A refresh has found a newer epoch since the op was built, so the op no longer belongs to the state.
    if (row.epoch !== this.#sitting.epoch) return;
    const stream = this.#loaded.get(row.streamId) ?? { row, cipher, through: 0 };
    stream.row = row;
    this.#loaded.set(row.streamId, stream);
    if (stream.through === op.seq - 1) {
      this.#take(op);
      stream.through = op.seq;
    }
  }

  adoptServerAnswers(server: ServerAnswers): void {
    if (server.lamport >= this.#server.lamport) this.#server = server;
    this.#forgetMerged();
  }

  /** Returns the answers to show. The map is cached until an answer may have changed, because each change of the page's state asks for it. */
  answers(): ReadonlyMap<string, AnswerValue> {
    return (this.#answers ??= this.#mergeAnswers());
  }

  #mergeAnswers(): Map<string, AnswerValue> {
    const state = this.#filled();
    const refs = findWinningOps(state);
    const merged = new Map(this.#server.answers.map(({ itemId, value }) => [itemId, value]));
    for (const [item, value] of getCountedAnswers(state)) if (this.#beatsServer(refs.get(item), merged.has(item))) merged.set(item, value);
    return merged;
  }

  /**
   * Lists answers that the server counts but no op on this device contains. Empty after a move to another PC (epoch above 1): the older PC's
   * answers count already, and writing them here again would overrule a staff decision that is still pending (SY15).
   */
  listServerOnlyAnswers(): ServerAnswers['answers'] {
    if (this.#sitting.epoch !== 1) return [];
    const state = this.#filled();
    const [refs, localAnswers] = [findWinningOps(state), getCountedAnswers(state)];
    return this.#server.answers.filter(({ itemId, value }) => {
      const ref = refs.get(itemId);
      if (ref && this.#beatsServer(ref, true)) return false;
      return JSON.stringify(localAnswers.get(itemId)) !== JSON.stringify(value);
    });
  }

  /**
   * Checks whether a local op replaces the server's answer: if the server has not acknowledged the op, or the op is newer than the server's answers.
   */
  #beatsServer(ref: OpRef | undefined, onServer: boolean): boolean {
    if (!ref || !onServer) return true;
    const op = this.#ops.get(formatOpKey(ref));
    const acked = this.#loaded.get(ref.streamId)?.row.ackedSeq ?? 0;
    return ref.seq > acked || (op?.lamport ?? 0) > this.#server.lamport;
  }

  /** Returns the extra time in milliseconds from codes typed on this device that `news` does not include yet (SY15). */
  grantedMs(): number {
    const countedIncidents = new Set(this.#sitting.news?.incidents);
    let ms = 0;
    for (const [incident, grantMs] of Object.entries(this.#state.granted)) if (!countedIncidents.has(incident)) ms += grantMs;
    return ms;
  }

  /** Checks whether the code of an extension was already typed on this device, or the server already counts the extension. */
  hasGrant(incidentId: string): boolean {
    return incidentId in this.#state.granted || (this.#sitting.news?.incidents ?? []).includes(incidentId);
  }

  /** Counts the plays of a recording ("7/3fa9c1d2") in the ops of this device and in the server's news, each play once. */
  countPlays(file: string): number {
    return new Set([...listPlays(this.#state, file), ...(this.#sitting.news?.plays?.[file] ?? [])]).size;
  }

  /** Lists the room commands that this tablet recorded. */
  listCommands(): RoomCommandView[] {
    return listRoomCommands(this.#state);
  }

  flags(): ReadonlySet<string> {
    return (this.#flags ??= this.#mergeFlags());
  }

  #mergeFlags(): Set<string> {
    const flaggedItems = getFlaggedItems(this.#state);
    const ownItems = new Set(Object.keys(this.#state.flags));
    for (const item of this.#server.flags) if (!ownItems.has(item)) flaggedItems.add(item);
    return flaggedItems;
  }

  #filled(): AttemptState {
    for (const ref of listMissingValues(this.#state)) {
      const op = this.#ops.get(formatOpKey(ref));
      if (op) storeWinnerValue(this.#state, op);
    }
    return this.#state;
  }

  opened(ref: OpRef): OpenedOp | undefined {
    return this.#ops.get(formatOpKey(ref));
  }

  /** Checks whether an op is early: the server received it before the exam's start (SY24), and no staff decision lets it count. */
  isEarly({ streamId, seq }: OpRef): boolean {
    const { news } = this.#sitting;
    if (!news || !(news.earlyUntilMs > 0)) return false;
    return news.verdicts.some((v) => v.reason === 'early' && v.streamId === streamId && v.fromSeq <= seq && seq <= v.toSeq);
  }

  /**
   * Records that the exam has begun by the server's time, so ops written from now on cannot be early. Call it only for attempts with early ops.
   */
  noteBegun(): void {
    this.#safeFrom ??= this.#sitting.lamport + 1;
  }

  /** True once the exam has begun and all early values are resubmitted. A hand-in written now lists the resubmitted ops. */
  get hasResubmittedAll(): boolean {
    return this.#safeFrom !== undefined && !this.hasEarlyValues;
  }

  #mayBeEarly(ref: OpRef): boolean {
    const lamport = this.opened(ref)?.lamport ?? Infinity;
    return this.isEarly(ref) || ((this.#sitting.news?.earlyUntilMs ?? 0) > 0 && lamport < (this.#safeFrom ?? 0));
  }

  /**
   * Checks whether this PC's hand-in arrived before the start, or was written without knowing of all early ops. Such a hand-in does not stand
   * (SY24).
   */
  isHandInEarly(handIn: OpRef): boolean {
    if (this.isEarly(handIn)) return true;
    const op = this.opened(handIn);
    const parsedOp = op && parseOp(op.type, op.payload);
    if (typeof parsedOp !== 'object' || parsedOp.type !== 'attempt.handIn@2') return false;
    return (parsedOp.payload.earlyUntilMs ?? 0) < (this.#sitting.news?.earlyUntilMs ?? 0);
  }

  /** True if the newest op of an answer, of a flag or of the hand-in on this PC is an early op. */
  get hasEarly(): boolean {
    const { handIn } = this.#sitting;
    return (handIn !== null && this.isHandInEarly(handIn)) || this.hasEarlyValues;
  }

  /** True if the newest op of any answer or flag is early, because its value has not been resubmitted yet. */
  get hasEarlyValues(): boolean {
    if (!((this.#sitting.news?.earlyUntilMs ?? 0) > 0)) return false;
    return [...findWinningOps(this.#state).values(), ...this.#flagWinners().values()].some((ref) => this.isEarly(ref));
  }

  #flagWinners(): Map<string, OpRef> {
    return findWinningOps({ ...this.#state, items: this.#state.flags });
  }

  /**
   * Returns the answers and flags to resubmit, because their newest op does not count. Such an op lies in a retired stream beyond the end of its
   * chain. Once the exam has begun, early ops are included, and so are ops written before this PC knew of the start, because the server may have
   * received them early without this PC knowing.
   */
  listValuesToResubmit(hasExamBegun: boolean): { answers: [string, AnswerValue][]; flags: [string, boolean][] } {
    const isLost = (ref: OpRef): boolean => {
      const row = this.#loaded.get(ref.streamId)?.row;
      return (row !== undefined && row.condemned && ref.seq > getChainEnd(row)) || (hasExamBegun && this.#mayBeEarly(ref));
    };
    const state = this.#filled();
    const countedAnswers = getCountedAnswers(state);
    const answers = [...findWinningOps(state)].flatMap(([item, ref]): [string, AnswerValue][] => {
      const value = countedAnswers.get(item);
      return value && isLost(ref) ? [[item, value]] : [];
    });
    const flaggedItems = getFlaggedItems(state);
    const flags = [...this.#flagWinners()].flatMap(([item, ref]): [string, boolean][] =>
      isLost(ref) ? [[item, flaggedItems.has(item)]] : [],
    );
    return { answers, flags };
  }
}

/**
 * Decrypts one op. Returns undefined if it is damaged on disk. The server will then refuse the broken chain, and the values of the stream's other
 * ops are resubmitted.
 */
const open = (cipher: StreamCipher, row: StreamRow, op: OpRow): Promise<OpenedOp | undefined> => {
  const header = buildOpHeader(row, op);
  return cipher.open(header, op.sealed).then(
    (payload) => ({ ...header, payload }),
    () => undefined,
  );
};

/** Builds the header of an op from the op's row and the row of its stream. */
export function buildOpHeader(stream: StreamRow, op: Omit<OpRow, 'sealed' | 'hash'>): OpHeader {
  const { streamId, epoch, actor, documentId } = stream;
  const { seq, lamport, type, attemptId, basisCursor, wallMs, monoMs } = op;
  return { streamId, seq, lamport, type, attemptId, epoch, actor, basisCursor, wallMs, monoMs, documentId };
}
