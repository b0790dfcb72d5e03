import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import type { PushInput, WireOp } from '../../sync/contract/sync.ts';
import { pskId, streamBinding } from '../../sync/seal/canonical.ts';
import { wrapStreamSecret } from '../../sync/seal/stream-secret.ts';
import { chainHashes, deriveStreamKeys, opHeaderText, type StreamKeys } from '../../server/ingest/op-crypto.ts';
import type { ServerKeys } from '../../server/ingest/server-keys.ts';
import { mintTicket, sittingKey } from '../../server/ingest/upload-ticket.ts';

export interface Typed {
  readonly type: string;
  readonly payload: unknown;
}

/** A device's stream as the real one makes it (ticket, wrapped secret, sealed ops, keyed chain), fast enough to prepare storms. */
export class SealedStream {
  readonly ticket: string;
  readonly header: PushInput['stream'];
  readonly #keys: StreamKeys;
  #seq = 0;
  #lamport = 0;
  #hash: string;
  readonly #startMs: number;

  private constructor(ticket: string, header: PushInput['stream'], keys: StreamKeys, startMs: number) {
    this.ticket = ticket;
    this.header = header;
    this.#keys = keys;
    this.#hash = keys.chain.genesis(header.streamId);
    this.#startMs = startMs;
  }

  /** `given`: the ticket as the server gave it, where it is not one of the usual. */
  static async open(
    keys: ServerKeys,
    actor: number,
    startMs: number,
    attemptId: string = randomUUID(),
    epoch = 1,
    given?: string,
  ): Promise<SealedStream> {
    const [streamId, documentId] = [randomUUID(), randomUUID()];
    const seat = { attemptId, epoch, actor };
    const secret = randomBytes(32);
    const psk = Uint8Array.from(sittingKey(keys, seat));
    const name = pskId(attemptId, epoch, actor);
    const wrapped = await wrapStreamSecret(
      keys.forDevices.hpkePublic,
      Uint8Array.from(secret),
      psk,
      name,
      streamBinding(streamId, documentId),
    );
    const ticket = given ?? mintTicket(keys, { ...seat, schoolId: 1 });
    return new SealedStream(
      ticket,
      { streamId, ...seat, documentId, keyId: keys.keyId, wrapped },
      deriveStreamKeys(secret, streamId),
      startMs,
    );
  }

  get head(): { seq: number; hash: string } {
    return { seq: this.#seq, hash: this.#hash };
  }

  get lamport(): number {
    return this.#lamport;
  }

  /** As a device does that has seen ops of others: what it writes stands above them. */
  raiseLamport(to: number): void {
    this.#lamport = Math.max(this.#lamport, to);
  }

  /** The same disk, put back to now: whatever both write from here on forks (SY1). */
  clone(): SealedStream {
    const twin = new SealedStream(this.ticket, this.header, this.#keys, this.#startMs + 1);
    twin.#seq = this.#seq;
    twin.#lamport = this.#lamport;
    twin.#hash = this.#hash;
    return twin;
  }

  /** One op with a ciphertext of somebody else's making, chained as its own. */
  pushSealed(type: string, sealed: string): PushInput {
    return this.#chained([[this.#lamport + 1, type, 0, this.#startMs, 0, sealed]], 0);
  }

  /** The next push: these ops, sealed and chained onto what was made before. The secret goes with the first one only. */
  push(ops: readonly Typed[], newsSeen = 0): PushInput {
    return this.#chained(
      ops.map((op, at) => this.#seal(op, at + 1)),
      newsSeen,
    );
  }

  #chained(wire: WireOp[], newsSeen: number): PushInput {
    const fromSeq = this.#seq + 1;
    const prevHash = this.#hash;
    this.#seq += wire.length;
    this.#lamport += wire.length;
    this.#hash = chainHashes(this.#keys.chain, this.header, fromSeq, prevHash, wire).at(-1) ?? prevHash;
    const { wrapped, ...rest } = this.header;
    const stream = fromSeq === 1 && wrapped !== undefined ? { ...rest, wrapped } : rest;
    return { ticket: this.ticket, stream, fromSeq, prevHash, ops: wire, headHash: this.#hash, newsSeen };
  }

  #seal({ type, payload }: Typed, nth: number): WireOp {
    const seq = this.#seq + nth;
    const monoMs = Math.round(seq * 4321.7) / 10;
    const bare: WireOp = [this.#lamport + nth, type, 0, this.#startMs + Math.round(monoMs), monoMs, ''];
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#keys.seal, nonce);
    cipher.setAAD(Buffer.from(opHeaderText(this.header, seq, bare)));
    const body = Buffer.concat([nonce, cipher.update(JSON.stringify(payload), 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [bare[0], bare[1], bare[2], bare[3], bare[4], body.toString('base64url')];
  }
}
