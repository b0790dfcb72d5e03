import { isUtf8 } from 'node:buffer';
import { createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';
import { pushLimits, type WireOp } from '../../../sync/contract/exams/sync.ts';
import { chainKeyInfo, formatGenesisText, sealKeyInfo } from '../../../sync/crypto/canonical.ts';
import { openSealedBytes } from '../../sealed-bytes.ts';
import type { StreamHeader, LogReader } from './log-port.ts';

/**
 * Keys of a stream. This file is the server's counterpart of `sync/crypto/stream-cipher.ts`. It uses node:crypto without promises, because the
 * push path hashes tens of thousands of ops per second. Golden files keep both equal.
 */
export interface ServerStreamKeys {
  readonly chain: ChainKey;
  readonly seal: KeyObject;
}

/** Derives from a stream's secret the key that chains its ops by hashes and the key that encrypts them. */
export function deriveStreamKeys(secret: Uint8Array, streamId: string): ServerStreamKeys {
  const derive = (info: string): Buffer => Buffer.from(hkdfSync('sha256', secret, streamId, info, 32));
  return { chain: new ChainKey(derive(chainKeyInfo)), seal: createSecretKey(derive(sealKeyInfo)) };
}

const blockBytes = 64;
/** Buffers that all computations of a MAC reuse. All hashed text is ASCII, as the schema guarantees, so one character is one byte. */
const inner = Buffer.alloc(blockBytes + Math.ceil(((pushLimits.payloadBytes + 64) * 4) / 3) + 4096);
const outer = Buffer.alloc(blockBytes + 32);

/** Computes HMAC-SHA-256 by two one-shot hashes. It takes half the time of `createHmac`, which creates a native object per op. */
export class ChainKey {
  // V8 stores arrays of at most 64 bytes in its heap; a Buffer would take 400 bytes more. Each examinee has a key.
  readonly #innerPad = new Uint8Array(blockBytes).fill(0x36);
  readonly #outerPad = new Uint8Array(blockBytes).fill(0x5c);
  constructor(key: Buffer) {
    for (const [at, byte] of key.entries()) {
      this.#innerPad[at] = byte ^ 0x36;
      this.#outerPad[at] = byte ^ 0x5c;
    }
  }

  /** Returns the MAC as base64url. `text` must be ASCII and no longer than the largest op. */
  mac(text: string): string {
    inner.set(this.#innerPad);
    const end = blockBytes + inner.write(text, blockBytes, 'latin1');
    outer.set(this.#outerPad);
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), blockBytes, 'latin1');
    return hash('sha256', outer, 'base64url');
  }

  genesis(streamId: string): string {
    return this.mac(formatGenesisText(streamId));
  }
}

export type HeaderParts = Pick<StreamHeader, 'streamId' | 'attemptId' | 'epoch' | 'actor' | 'documentId'>;

/** Builds the canonical header text of one op, equal to `serialiseHeader`. Numbers look the same in JSON and in a template. */
export function formatOpHeader(stream: HeaderParts, seq: number, op: WireOp): string {
  return `["${stream.streamId}",${seq},${op[0]},"${op[1]}","${stream.attemptId}",${stream.epoch},${stream.actor},${op[2]},${op[3]},${op[4]},"${stream.documentId}"]`;
}

/** Computes the chain hash after each op of a batch. `prevHash`: chain hash before its first op. */
export function computeChainHashes(
  key: ChainKey,
  stream: HeaderParts,
  fromSeq: number,
  prevHash: string,
  ops: readonly WireOp[],
): string[] {
  const hashes: string[] = [];
  let hashed = prevHash;
  let seq = fromSeq;
  for (const op of ops) {
    hashed = key.mac(`${hashed}\n${formatOpHeader(stream, seq++, op)}\n${op[5]}`);
    hashes.push(hashed);
  }
  return hashes;
}

/** Decrypts the payload of one op. Throws if it was not sealed with this key and header, or is not JSON. */
export function decryptSealed(key: KeyObject, header: string, sealed: string): unknown {
  const plain = openSealedBytes(key, header, Buffer.from(sealed, 'base64url'));
  // Devices reject a payload that is not UTF-8. The server must do the same; otherwise both would read different answers.
  if (!isUtf8(plain)) throw new Error('the payload is not UTF-8');
  return JSON.parse(plain.toString('utf8')) as unknown;
}

/** Returns the chain hash after op `seq`; recomputes it if the op lies inside a batch. Undefined if the stream is shorter. */
export function computeChainHashAt(
  log: Pick<LogReader, 'batchWith'>,
  keys: ServerStreamKeys,
  header: StreamHeader,
  seq: number,
): string | undefined {
  const batch = log.batchWith(header.streamId, seq);
  if (!batch) return undefined;
  if (batch.toSeq === seq) return batch.headHash;
  const before = batch.fromSeq === 1 ? keys.chain.genesis(header.streamId) : log.batchWith(header.streamId, batch.fromSeq - 1)?.headHash;
  return before && computeChainHashes(keys.chain, header, batch.fromSeq, before, batch.ops.slice(0, seq - batch.fromSeq + 1)).at(-1);
}
