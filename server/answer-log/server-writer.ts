import { createHmac } from 'node:crypto';
import type { WireOp } from '../../sync/contract/exams/sync.ts';
import { coversOnlyReceivedOps } from '../../sync/engine/ops/answer-choice.ts';
import type { GrantPart } from '../../sync/engine/ops/attempt-state.ts';
import { getCurrentSheetEpoch } from '../../sync/engine/ops/attempt-views.ts';
import type { OpPayload } from '../../sync/engine/ops/ops.ts';
import { parseOp } from '../../sync/engine/ops/upcast.ts';
import type { ServerClock } from '../ports.ts';
import type { ServerOp, StreamHeader } from './log/log-port.ts';
import type { LogStore } from './log/log-store.ts';
import { ChainKey, computeChainHashes } from './log/op-crypto.ts';
import type { Projector } from './projection/projector.ts';
import type { PushQueue } from './log/push-queue.ts';
import type { ServerKeys } from './log/server-keys.ts';

/** Reports that nothing was written: the disk failed, the queue is full, or the server stops. */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';
}

/** Reports that another server wrote an op of the attempt while this server prepared one. The caller must decide again, on the new state. */
class OvertakenError extends NotStoredError {}
/** How often a decision about an attempt is made if other servers write to that attempt meanwhile. Then the error is passed on. */
const mostDecisions = 5;

/** Runs a decision about an attempt, and runs it again if another server wrote to the attempt meanwhile. */
export async function decideUntilStored<T>(decide: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await decide();
  } catch (error) {
    if (!(error instanceof OvertakenError) || tries >= mostDecisions) throw error;
    return decideUntilStored(decide, tries + 1);
  }
}

/** Document id of the server's own streams. No device holds them, so their payloads are plain text. */
export const serverDocumentId = '00000000-0000-4000-8000-000000000000';

/** Maximum number of concurrent writes. The writes for a hall's attempts share commits, and the queue keeps space for concurrent pushes. */
const writesAtOnce = 200;

/** Writes the server's own ops into the log, one at a time per attempt. */
export class ServerWriter {
  readonly #deps: { log: LogStore; queue: PushQueue; projector: Projector; keys: ServerKeys; clock: ServerClock };
  readonly #turns = new Map<string, Promise<unknown>>();
  constructor(deps: { log: LogStore; queue: PushQueue; projector: Projector; keys: ServerKeys; clock: ServerClock }) {
    this.#deps = deps;
  }

  append(attemptId: string, op: ServerOp): Promise<void> {
    return this.#inTurn(attemptId, async () => {
      await this.#refuseAhead(attemptId, op);
      await this.#write(attemptId, op.actor, op.type, () => op.payload, { epoch: op.epoch });
    });
  }

  /** Grants the next epoch with the stream heads that the server has at that moment (SY15). Returns the epoch. */
  grantEpoch(attemptId: string, actor: number): Promise<number> {
    return this.#decideInTurn(attemptId, () => this.#grantNext(attemptId, actor));
  }

  /** Grants the next epoch for a paper sheet. If the attempt has a sheet already, returns the epoch of that sheet. */
  grantSheet(attemptId: string, actor: number): Promise<number> {
    return this.#decideInTurn(attemptId, async () => {
      await this.#deps.projector.waitUntilProjected();
      const decidedAt = this.#deps.log.end();
      const state = this.#deps.projector.attempt(attemptId)?.state;
      return (state && getCurrentSheetEpoch(state)) ?? (await this.#grantNext(attemptId, actor, { paper: true, decidedAt }));
    });
  }

  async #grantNext(
    attemptId: string,
    actor: number,
    { paper, decidedAt = this.#deps.log.end() }: { readonly paper?: true; readonly decidedAt?: number } = {},
  ): Promise<number> {
    const epoch = (await this.epoch(attemptId)) + 1;
    const payload = (): OpPayload<'epoch.grant@1'> => ({ epoch, heads: this.#headsOf(attemptId), ...(paper && { paper }) });
    await this.#write(attemptId, actor, 'epoch.grant@1', payload, { decidedAt });
    return epoch;
  }

  /**
   * Records the epoch of a spare PC that was admitted without a network, when its first push arrives (SY15). The grant lists the heads that the
   * server then has of older epochs, and the PC's own stream with head 0. If another PC or a sheet was granted the same epoch meanwhile, that
   * grant does not list the stream, so both claims go to a person (SY5). Does nothing if a spare PC's grant of this epoch is in the log.
   */
  noteEpoch(attemptId: string, actor: number, epoch: number, streamId: string): Promise<void> {
    return this.#decideInTurn(attemptId, async () => {
      await this.#deps.projector.waitUntilProjected();
      const decidedAt = this.#deps.log.end();
      const state = this.#deps.projector.attempt(attemptId)?.state;
      const isSpare = ({ heads }: GrantPart): boolean =>
        heads.some((stream, at) => at % 2 === 0 && state?.streams[stream]?.epoch === epoch);
      if (state?.grants.some((grant) => grant.epoch === epoch && isSpare(grant))) return;
      const older = new Set(this.#deps.log.streamsOf(attemptId).flatMap((s) => (s.epoch < epoch ? [s.streamId] : [])));
      const olderHeads = Object.fromEntries(Object.entries(this.#headsOf(attemptId)).filter(([id]) => older.has(id)));
      const heads = { ...olderHeads, [streamId]: 0 };
      await this.#write(attemptId, actor, 'epoch.grant@1', (): OpPayload<'epoch.grant@1'> => ({ epoch, heads }), { decidedAt });
    });
  }

  /**
   * Records the stream heads at the release of scores (SY23). An attempt that has such a record is skipped: the first one applies. `decidedAt`:
   * log position at which the caller decided the release. If a server has written to an attempt since, throws `OvertakenError`, and the caller
   * must decide again.
   */
  async disclose(attemptIds: readonly string[], actor: number, decidedAt?: number): Promise<void> {
    for (let at = 0; at < attemptIds.length; at += writesAtOnce)
      await Promise.all(attemptIds.slice(at, at + writesAtOnce).map((attemptId) => this.#discloseOne(attemptId, actor, decidedAt)));
  }

  #discloseOne(attemptId: string, actor: number, releasedAt: number | undefined): Promise<void> {
    const disclose = async (): Promise<void> => {
      await this.#deps.projector.waitUntilProjected();
      const decidedAt = releasedAt ?? this.#deps.log.end();
      if ((this.#deps.projector.attempt(attemptId)?.state.disclosures.length ?? 0) > 0) return;
      const payload = (): OpPayload<'scores.disclose@1'> => ({ heads: this.#headsOf(attemptId) });
      await this.#write(attemptId, actor, 'scores.disclose@1', payload, { decidedAt });
    };
    return releasedAt === undefined ? this.#decideInTurn(attemptId, disclose) : this.#inTurn(attemptId, disclose);
  }

  async epoch(attemptId: string): Promise<number> {
    await this.#deps.projector.waitUntilProjected();
    return this.#deps.projector.attempt(attemptId)?.deriveNews().epoch ?? 1;
  }

  /** Throws if the op decides about ops that have not arrived, which no person can have seen. */
  async #refuseAhead(attemptId: string, op: ServerOp): Promise<void> {
    const parsedOp = parseOp(op.type, op.payload);
    if (typeof parsedOp === 'string' || parsedOp.type !== 'ops.decide@1') return;
    await this.#deps.projector.waitUntilProjected();
    const state = this.#deps.projector.attempt(attemptId)?.state;
    if (!state || !coversOnlyReceivedOps(state, parsedOp.payload))
      throw new NotStoredError(`a decision names ops that attempt ${attemptId} does not have`);
  }

  /** Registers the start time of these attempts' exam for all servers (SY24). Resolves when it is on disk. */
  async writeStarts(attemptIds: readonly string[], startMs: number): Promise<void> {
    const outcome = await this.#deps.queue.write(() => {
      for (const attemptId of attemptIds) this.#deps.log.putStart(attemptId, startMs);
    });
    if (outcome.kind !== 'stored') throw new NotStoredError(`the start of ${attemptIds.length} attempts was not stored: ${outcome.kind}`);
  }

  #headsOf(attemptId: string): Record<string, number> {
    const { log } = this.#deps;
    const streams = log.streamsOf(attemptId).filter((s) => s.author === 'examinee');
    return Object.fromEntries(streams.map(({ streamId }) => [streamId, log.findStoredStream(streamId)?.tip.seq ?? 0]));
  }

  /** `decidedAt`: log position at which the op was decided. If a server wrote to the attempt since, throws `OvertakenError`. */
  async #write(
    attemptId: string,
    actor: number,
    type: string,
    payload: () => unknown,
    { epoch: of, decidedAt = Infinity }: { epoch?: number | undefined; decidedAt?: number },
  ): Promise<void> {
    const { log, queue, projector, clock } = this.#deps;
    const now = await this.epoch(attemptId);
    const epoch = of ?? now;
    const attempt = projector.attempt(attemptId);
    const header = this.#headerOf(attemptId, epoch, actor);
    let isOvertaken = false;
    const outcome = await queue.write((append) => {
      isOvertaken = log
        .streamsOf(attemptId)
        .some((s) => s.author === 'server' && (log.findStoredStream(s.streamId)?.tip.pos ?? 0) > decidedAt);
      if (isOvertaken) return;
      const stream = log.findStoredStream(header.streamId) ?? log.addStream(header);
      const sealed = Buffer.from(JSON.stringify(payload())).toString('base64url');
      const op: WireOp = [(attempt?.state.lamport ?? 0) + 1, type, attempt?.newsVersion ?? 0, clock.nowMs(), 0, sealed];
      append(stream, [op], this.#hash(header, stream.tip.seq + 1, stream.tip.hash, op));
    });
    if (isOvertaken) throw new OvertakenError(`${type} of attempt ${attemptId} was not stored: another server decided at the same time`);
    if (outcome.kind !== 'stored') throw new NotStoredError(`${type} of attempt ${attemptId} was not stored: ${outcome.kind}`);
  }

  #headerOf(attemptId: string, epoch: number, actor: number): StreamHeader {
    const bytes = this.#derive(`stream\n${attemptId}/${epoch}/${actor}`).subarray(0, 16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const streamId = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    return { streamId, attemptId, epoch, actor, documentId: serverDocumentId, keyId: this.#deps.keys.keyId, wrapped: '', author: 'server' };
  }

  /** Returns the chain key of one of the server's own streams. */
  chainKeyOf(streamId: string): Buffer {
    return this.#derive(`chain\n${streamId}`);
  }

  #hash(header: StreamHeader, seq: number, prevHash: string, op: WireOp): string {
    const key = new ChainKey(this.chainKeyOf(header.streamId));
    return computeChainHashes(key, header, seq, prevHash || key.genesis(header.streamId), [op])[0] ?? '';
  }

  #derive(name: string): Buffer {
    return createHmac('sha256', this.#deps.keys.sittingSecret).update(`wenkao server 1\n${name}`).digest();
  }

  /** Runs a decision after earlier ones about the same attempt, and again if another server wrote to the attempt meanwhile. */
  #decideInTurn<T>(attemptId: string, decide: () => Promise<T>): Promise<T> {
    return this.#inTurn(attemptId, () => decideUntilStored(decide));
  }

  async #inTurn<T>(attemptId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(attemptId) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#turns.set(attemptId, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(attemptId) === turn) this.#turns.delete(attemptId);
    }
  }
}
