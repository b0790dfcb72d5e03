import { type AttemptState, type Author, emptyState } from './attempt-state.ts';
import { type ActView, actsOf } from './room-views.ts';
import type { ServerAnswers } from './attempt-session.ts';
import { answersOf, flagsOf, missingValues, type OpRef, winners } from './attempt-views.ts';
import { applyOp, fillValue } from './merge.ts';
import type { AnswerValue, OpenedOp, OpHeader } from './ops.ts';
import type { ClientStore, OpRow, SittingRow, StreamCipher, StreamRow, Vault } from './ports.ts';
import { chainEnd } from './store-rules.ts';
import { readOp } from './upcast.ts';

const pageOps = 500;

interface LoadedStream {
  row: StreamRow;
  /** Undefined: sealed under another credential (SY20). */
  readonly cipher: StreamCipher | undefined;
  through: number;
}

const keyOf = ({ streamId, seq }: OpRef): string => `${streamId}:${seq}`;

/**
 * One attempt of this device as one tab reads it: rows from the store, its own ops opened and merged in memory. Nothing of it
 * is written back; the disk holds only what is sealed.
 */
export class AttemptLedger {
  readonly #store: ClientStore;
  readonly #vault: Vault;
  readonly #attemptId: string;
  readonly #author: Author;
  readonly #loaded = new Map<string, LoadedStream>();
  #ops = new Map<string, OpenedOp>();
  #state: AttemptState = emptyState();
  /** Lamports from here on were given after the start. */
  #safeFrom: number | undefined;
  #server: ServerAnswers = { answers: [], flags: [], lamport: 0 };
  #sitting: SittingRow;
  #rows: readonly StreamRow[] = [];

  private constructor(store: ClientStore, vault: Vault, sitting: SittingRow, author: Author) {
    this.#author = author;
    this.#store = store;
    this.#vault = vault;
    this.#attemptId = sitting.attemptId;
    this.#sitting = sitting;
  }

  /** `author`: a tablet's streams are of a room. */
  static async load(store: ClientStore, vault: Vault, attemptId: string, author: Author = 'examinee'): Promise<AttemptLedger> {
    const sitting = await store.sitting(attemptId);
    if (!sitting) throw new Error(`no sitting of attempt ${attemptId} on this device`);
    const ledger = new AttemptLedger(store, vault, sitting, author);
    await ledger.refresh();
    return ledger;
  }

  get sitting(): SittingRow {
    return this.#sitting;
  }
  /** Every stream of the attempt on this device, older epochs too. */
  get rows(): readonly StreamRow[] {
    return this.#rows;
  }
  get unreadable(): number {
    return [...this.#loaded.values()].filter((s) => !s.cipher && s.row.headSeq > 0).length;
  }

  /** Reads what other tabs and the agent have written since. */
  async refresh(): Promise<void> {
    // Side by side: an answer that is entered meanwhile waits for this.
    const [sitting, rows] = await Promise.all([this.#store.sitting(this.#attemptId), this.#store.streamsOf(this.#attemptId)]);
    if (!sitting) throw new Error(`the sitting of attempt ${this.#attemptId} is gone from this device`);
    if (sitting.epoch !== this.#sitting.epoch) this.#begin();
    // Never below what this tab has seen (SY5): a store whose copies fail in turn may know less now than it did.
    this.#sitting = { ...sitting, lamport: Math.max(sitting.lamport, this.#sitting.lamport) };
    this.#rows = rows;
    // SY15: what an older epoch left on this PC counts only as far as the server had it; `adopt` shows that.
    for (const row of this.#rows) if (row.epoch === sitting.epoch) await this.#read(row);
  }

  #begin(): void {
    this.#loaded.clear();
    this.#ops = new Map();
    this.#state = emptyState();
  }

  async #read(row: StreamRow): Promise<void> {
    const known = this.#loaded.get(row.streamId);
    const stream = known ?? { row, cipher: await this.#vault.reopenStream(row), through: 0 };
    stream.row = row;
    this.#loaded.set(row.streamId, stream);
    const { cipher } = stream;
    while (cipher && stream.through < row.headSeq) {
      const ops = await this.#store.ops(row.streamId, stream.through + 1, pageOps);
      if (ops.length === 0) return;
      // All at once: a start after a crash waits for hundreds of them, and each by itself would be a turn of its own.
      const opened = await Promise.all(ops.map((op) => open(cipher, row, op)));
      for (const op of opened) if (op) this.#take(op);
      stream.through = ops.at(-1)?.seq ?? stream.through;
    }
  }

  #take(op: OpenedOp): void {
    this.#ops.set(keyOf(op), op);
    // Of the newest epoch the device shows all it holds: whether a hand-in limits it, the news say (it may have been reopened).
    if (!op.type.startsWith('attempt.handIn')) applyOp(this.#state, op, this.#author);
  }

  /** An op this tab has just committed onto `own`: no need to read it back. */
  add(cipher: StreamCipher, own: StreamRow, op: OpenedOp): void {
    const known = this.#rows.find((r) => r.streamId === own.streamId);
    const row = { ...(known ?? own), headSeq: own.headSeq, headHash: own.headHash };
    this.#rows = [...this.#rows.filter((r) => r !== known), row];
    this.#sitting = { ...this.#sitting, lamport: Math.max(this.#sitting.lamport, op.lamport) };
    const stream = this.#loaded.get(row.streamId) ?? { row, cipher, through: 0 };
    stream.row = row;
    this.#loaded.set(row.streamId, stream);
    if (stream.through === op.seq - 1) {
      this.#take(op);
      stream.through = op.seq;
    }
  }

  adopt(server: ServerAnswers): void {
    if (server.lamport >= this.#server.lamport) this.#server = server;
  }

  answers(): Map<string, AnswerValue> {
    const state = this.#filled();
    const refs = winners(state);
    const merged = new Map(this.#server.answers.map(({ itemId, value }) => [itemId, value]));
    for (const [item, value] of answersOf(state)) if (this.#beatsServer(refs.get(item), merged.has(item))) merged.set(item, value);
    return merged;
  }

  /**
   * What the server counts and no op on this device says. Of the first epoch only: later ones count what an older PC left by
   * their grant, and saying it again would stand above what a person may yet decide about that PC (SY15).
   */
  foreign(): ServerAnswers['answers'] {
    if (this.#sitting.epoch !== 1) return [];
    const state = this.#filled();
    const [refs, held] = [winners(state), answersOf(state)];
    return this.#server.answers.filter(({ itemId, value }) => {
      const ref = refs.get(itemId);
      if (ref && this.#beatsServer(ref, true)) return false;
      return JSON.stringify(held.get(itemId)) !== JSON.stringify(value);
    });
  }

  /** What the server had counted already, its answer has taken into account; anything newer or not yet there stands above. */
  #beatsServer(ref: OpRef | undefined, onServer: boolean): boolean {
    if (!ref || !onServer) return true;
    const op = this.#ops.get(keyOf(ref));
    const acked = this.#loaded.get(ref.streamId)?.row.ackedSeq ?? 0;
    return ref.seq > acked || (op?.lamport ?? 0) > this.#server.lamport;
  }

  /** Time that typed grants gave here and the server does not count yet (SY15). */
  grantedMs(): number {
    const counted = new Set(this.#sitting.news?.incidents);
    let ms = 0;
    for (const [incident, one] of Object.entries(this.#state.granted)) if (!counted.has(incident)) ms += one;
    return ms;
  }

  /** Was it taken here, or does the server count it already? */
  hasGrant(incidentId: string): boolean {
    return incidentId in this.#state.granted || (this.#sitting.news?.incidents ?? []).includes(incidentId);
  }

  /** What this tablet did in its room. */
  acts(): ActView[] {
    return actsOf(this.#state);
  }

  flags(): Set<string> {
    const own = flagsOf(this.#state);
    const touched = new Set(Object.keys(this.#state.flags));
    for (const item of this.#server.flags) if (!touched.has(item)) own.add(item);
    return own;
  }

  #filled(): AttemptState {
    for (const ref of missingValues(this.#state)) {
      const op = this.#ops.get(keyOf(ref));
      if (op) fillValue(this.#state, op);
    }
    return this.#state;
  }

  opened(ref: OpRef): OpenedOp | undefined {
    return this.#ops.get(keyOf(ref));
  }

  /** The server had it before the exam's start (SY24), and no person has said that it counts. */
  isEarly({ streamId, seq }: OpRef): boolean {
    const { news } = this.#sitting;
    if (!news || !(news.earlyUntilMs > 0)) return false;
    return news.verdicts.some((v) => v.reason === 'early' && v.streamId === streamId && v.fromSeq <= seq && seq <= v.toSeq);
  }

  /** By the server's time the exam has begun: what is written from now on can't come too early. Of an attempt of which something did. */
  noteBegun(): void {
    this.#safeFrom ??= this.#sitting.lamport + 1;
  }

  /** What of all that came too early lies before a hand-in written now: nothing, as far as this PC may say so. */
  get saidAllAgain(): boolean {
    return this.#safeFrom !== undefined && !this.hasUnsaid;
  }

  #mayBeEarly(ref: OpRef): boolean {
    const lamport = this.opened(ref)?.lamport ?? Infinity;
    return this.isEarly(ref) || ((this.#sitting.news?.earlyUntilMs ?? 0) > 0 && lamport < (this.#safeFrom ?? 0));
  }

  /** The hand-in of this PC was there before the start, or did not know that something was: it does not stand (SY24). */
  isHandInEarly(handIn: OpRef): boolean {
    if (this.isEarly(handIn)) return true;
    const op = this.opened(handIn);
    const read = op && readOp(op.type, op.payload);
    if (typeof read !== 'object' || read.type !== 'attempt.handIn@2') return false;
    return (read.payload.earlyUntilMs ?? 0) < (this.#sitting.news?.earlyUntilMs ?? 0);
  }

  /** Is the newest of an answer, a flag or the hand-in of this PC among what came before the start? */
  get hasEarly(): boolean {
    const { handIn } = this.#sitting;
    return (handIn !== null && this.isHandInEarly(handIn)) || this.hasUnsaid;
  }

  /** Is the newest of an answer or a flag among what came before the start, and not said again since? */
  get hasUnsaid(): boolean {
    return [...winners(this.#state).values(), ...this.#flagWinners().values()].some((ref) => this.isEarly(ref));
  }

  #flagWinners(): Map<string, OpRef> {
    return winners({ ...this.#state, items: this.#state.flags });
  }

  /**
   * Answers and flags whose newest op counts nowhere, to be restated: in the part of a condemned stream that never becomes chain or,
   * once the exam has begun, among what came before its start, as far as this PC can tell: what it wrote before it knew of the start
   * may have come too early without its having heard so.
   */
  stranded(begun: boolean): { answers: [string, AnswerValue][]; flags: [string, boolean][] } {
    const lost = (ref: OpRef): boolean => {
      const row = this.#loaded.get(ref.streamId)?.row;
      return (row !== undefined && row.condemned && ref.seq > chainEnd(row)) || (begun && this.#mayBeEarly(ref));
    };
    const state = this.#filled();
    const held = answersOf(state);
    const answers = [...winners(state)].flatMap(([item, ref]): [string, AnswerValue][] => {
      const value = held.get(item);
      return value && lost(ref) ? [[item, value]] : [];
    });
    const on = flagsOf(state);
    const flags = [...this.#flagWinners()].flatMap(([item, ref]): [string, boolean][] => (lost(ref) ? [[item, on.has(item)]] : []));
    return { answers, flags };
  }
}

/** Undefined: damaged on disk. The server will find the chain broken, and the stream is restated without it. */
const open = (cipher: StreamCipher, row: StreamRow, op: OpRow): Promise<OpenedOp | undefined> => {
  const header = headerOf(row, op);
  return cipher.open(header, op.sealed).then(
    (payload) => ({ ...header, payload }),
    () => undefined,
  );
};

export function headerOf(stream: StreamRow, op: Omit<OpRow, 'sealed' | 'hash'>): OpHeader {
  const { streamId, epoch, actor, documentId } = stream;
  const { seq, lamport, type, attemptId, basisCursor, wallMs, monoMs } = op;
  return { streamId, seq, lamport, type, attemptId, epoch, actor, basisCursor, wallMs, monoMs, documentId };
}
