import { pushLimits } from '../../contract/exams/sync.ts';
import { type AttemptLedger, buildOpHeader } from './attempt-ledger.ts';
import type { OpPayload, OpType } from '../ops/ops.ts';
import type { AppendedOp, OpDraft, OpRow, SittingRow, StreamCipher, StreamRow } from '../ports.ts';
import { sealOp } from '../store/seal-op.ts';
import type { AttemptSessionDeps } from './attempt-session.ts';

/** The tab's own stream (SY1). No other tab writes to it, so its head is known without reading the store. */
interface OwnStream {
  row: StreamRow;
  readonly cipher: StreamCipher;
}

/** Maximum number of tries to write one op. Each conflict means that another tab wrote; more conflicts than this mean that the store is faulty. */
const triesMax = 50;

export interface CommitOp {
  (draft: OpDraft, prevHash: string): Promise<AppendedOp>;
}

interface BuiltOp<T extends OpType> {
  readonly payload: OpPayload<T>;
  readonly commit: CommitOp;
}

/** Reports a payload above the size limit. It is never committed, because no transfer would accept it (SY3). */
export class PayloadTooLarge extends Error {
  override readonly name = 'PayloadTooLarge';
}

/** Writes the ops of one tab into its own stream and opens that stream at the first write (SY1). */
export class OpWriter {
  readonly #deps: AttemptSessionDeps;
  readonly #ledger: AttemptLedger;
  #own: OwnStream | undefined;

  constructor(deps: AttemptSessionDeps, ledger: AttemptLedger) {
    this.#deps = deps;
    this.#ledger = ledger;
  }

  /**
   * Seals and hashes an op and commits it in one transaction. If the stored rows that it was built on have changed meanwhile, it is built again.
   * Returns `closed` if the attempt takes no answers on this device any more. Throws `PayloadTooLarge` or `StorageFault`.
   */
  async write<T extends OpType>(type: T, payload: OpPayload<T>, amend?: 'amend'): Promise<'committed' | 'closed'> {
    const { outcome } = await this.writeBuilt(type, () => ({ payload, commit: (draft, prev) => this.#append(draft, prev, amend) }));
    return outcome;
  }

  /** Writes an op like `write`, but calls `build` for the payload and the commit function at each try. `op`: the committed op. */
  async writeBuilt<T extends OpType>(
    type: T,
    build: (ownRow: StreamRow, seq: number) => BuiltOp<T> | Promise<BuiltOp<T>>,
  ): Promise<{ outcome: 'committed' | 'closed'; op?: OpRow }> {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const { sitting } = this.#ledger;
      // Do not `await` values that are available now. Encryption then starts in the same task as the click and runs while the page renders.
      const ownStream = this.#own ?? (await this.#open(sitting));
      const seq = ownStream.row.headSeq + 1;
      const building = build(ownStream.row, seq);
      const { payload, commit } = building instanceof Promise ? await building : building;
      if (new TextEncoder().encode(JSON.stringify(payload)).length > pushLimits.payloadBytes) throw new PayloadTooLarge(type);
      const draft = this.#draft(ownStream, sitting, type, payload);
      const { op, outcome } = await commit(draft, ownStream.row.headHash);
      if (outcome === 'committed') {
        ownStream.row = { ...ownStream.row, headSeq: op.seq, headHash: op.hash };
        this.#ledger.add(ownStream.cipher, ownStream.row, { ...draft.header, payload });
        return { outcome, op };
      }
      await this.#ledger.refresh();
      if (outcome === 'closed') return { outcome };
      this.#keepOrLeave(outcome);
    }
    throw new Error(`${type} could not be written: other tabs kept changing the store`);
  }

  /** Gives up the tab's stream if another writer changed its head, it is retired, or its epoch is old. The next write then opens a new stream. */
  #keepOrLeave(outcome: 'moved' | 'streamClosed'): void {
    const ownStream = this.#own;
    const stored = this.#ledger.rows.find((row) => row.streamId === ownStream?.row.streamId);
    if (outcome === 'streamClosed' || stored?.headHash !== ownStream?.row.headHash) this.#own = undefined;
  }

  async #open(sitting: SittingRow): Promise<OwnStream> {
    const { store, vault, chance, documentId } = this.#deps;
    const streamId = chance.uuid();
    const { cipher, wrappedForServer, wrappedForSelf } = await vault.openStream(sitting, streamId, documentId);
    const { attemptId, epoch, actor, ticket, serverKeys } = sitting;
    const head = { headSeq: 0, headHash: cipher.genesis, ackedSeq: 0, ackedBy: '', forkedAfter: 0, asideThrough: 0, condemned: false };
    const wrapped = { wrappedForServer, wrappedForSelf, ticket, genesis: cipher.genesis };
    const row: StreamRow = { streamId, attemptId, epoch, actor, documentId, keyId: serverKeys.keyId, ...wrapped, ...head };
    await store.addStream(row);
    return (this.#own = { row, cipher });
  }

  #draft(ownStream: OwnStream, sitting: SittingRow, type: OpType, payload: unknown): OpDraft {
    const { clock } = this.#deps;
    const header = {
      streamId: ownStream.row.streamId,
      seq: ownStream.row.headSeq + 1,
      lamport: sitting.lamport + 1,
      type,
      attemptId: sitting.attemptId,
      basisCursor: sitting.news?.version ?? 0,
      wallMs: Math.max(0, Math.round(clock.wallMs())),
      monoMs: Math.max(0, Math.round(clock.monoMs())),
    };
    return { header: buildOpHeader(ownStream.row, header), payload, cipher: ownStream.cipher };
  }

  async #append(draft: OpDraft, prevHash: string, amend?: 'amend'): Promise<AppendedOp> {
    const { store } = this.#deps;
    if (store.sealAndAppend) return store.sealAndAppend(draft, prevHash, amend);
    const op = await sealOp(draft, prevHash);
    return { op, outcome: await store.append(op, prevHash, amend) };
  }
}
