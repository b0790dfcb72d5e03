import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import type { PushInput, WireOp } from '../../sync/contract/exams/sync.ts';
import { formatPskId, formatStreamBinding } from '../../sync/crypto/canonical.ts';
import { wrapStreamSecret } from '../../sync/crypto/stream-secret.ts';
import { computeChainHashes, deriveStreamKeys, formatOpHeader, type ServerStreamKeys } from '../../server/answer-log/log/op-crypto.ts';
import type { ServerKeys } from '../../server/answer-log/log/server-keys.ts';
import { issueUploadToken, deriveSittingKey } from '../../server/answer-log/log/upload-token.ts';

export interface OpToWrite {
  readonly type: string;
  readonly payload: unknown;
}

/**
 * Makes the stream of a device as a real PC does, with upload token, wrapped secret, sealed ops and keyed chain. It is fast enough for load tests.
 */
export class DeviceStream {
  readonly ticket: string;
  readonly header: PushInput['stream'];
  readonly #keys: ServerStreamKeys;
  #seq = 0;
  #lamport = 0;
  #hash: string;
  readonly #startMs: number;

  private constructor(ticket: string, header: PushInput['stream'], keys: ServerStreamKeys, startMs: number) {
    this.ticket = ticket;
    this.header = header;
    this.#keys = keys;
    this.#hash = keys.chain.genesis(header.streamId);
    this.#startMs = startMs;
  }

  /** Opens a stream. `given`: upload token from the server, to be used instead of one that this function signs. */
  static async open(
    keys: ServerKeys,
    actor: number,
    startMs: number,
    attemptId: string = randomUUID(),
    epoch = 1,
    given?: string,
    room?: true,
  ): Promise<DeviceStream> {
    const [streamId, documentId] = [randomUUID(), randomUUID()];
    const seat = { attemptId, epoch, actor };
    const secret = randomBytes(32);
    const psk = Uint8Array.from(deriveSittingKey(keys, seat));
    const name = formatPskId(attemptId, epoch, actor);
    const wrapped = await wrapStreamSecret(
      keys.publicKeys.hpkePublic,
      Uint8Array.from(secret),
      psk,
      name,
      formatStreamBinding(streamId, documentId),
    );
    const ticket = given ?? issueUploadToken(keys, { ...seat, schoolId: 1, room });
    return new DeviceStream(
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

  /** Raises the lamport, as a device does when it sees ops of other streams. */
  raiseLamport(to: number): void {
    this.#lamport = Math.max(this.#lamport, to);
  }

  /** Copies the stream, as when a disk is cloned. Ops that both copies write from now on are a fork (SY1). */
  clone(): DeviceStream {
    const twin = new DeviceStream(this.ticket, this.header, this.#keys, this.#startMs + 1);
    twin.#seq = this.#seq;
    twin.#lamport = this.#lamport;
    twin.#hash = this.#hash;
    return twin;
  }

  /** Makes a push of one op with this ciphertext. The op continues the chain like any other. */
  pushSealed(type: string, sealed: string): PushInput {
    return this.#chained([[this.#lamport + 1, type, 0, this.#startMs, 0, sealed]], 0);
  }

  /** Makes the next push: these ops, sealed and chained onto the earlier ones. Only the first push carries the secret. */
  push(ops: readonly OpToWrite[], newsSeen = 0): PushInput {
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
    this.#hash = computeChainHashes(this.#keys.chain, this.header, fromSeq, prevHash, wire).at(-1) ?? prevHash;
    const { wrapped, ...rest } = this.header;
    const stream = fromSeq === 1 && wrapped !== undefined ? { ...rest, wrapped } : rest;
    return { ticket: this.ticket, stream, fromSeq, prevHash, ops: wire, headHash: this.#hash, newsSeen };
  }

  #seal({ type, payload }: OpToWrite, nth: number): WireOp {
    const seq = this.#seq + nth;
    const monoMs = Math.round(seq * 4321.7) / 10;
    const bare: WireOp = [this.#lamport + nth, type, 0, this.#startMs + Math.round(monoMs), monoMs, ''];
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#keys.seal, nonce);
    cipher.setAAD(Buffer.from(formatOpHeader(this.header, seq, bare)));
    const body = Buffer.concat([nonce, cipher.update(JSON.stringify(payload), 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [bare[0], bare[1], bare[2], bare[3], bare[4], body.toString('base64url')];
  }
}
