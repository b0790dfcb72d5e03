import { createCipheriv, createDecipheriv, createHash, createSecretKey } from 'node:crypto';
import type { OpHeader } from '../../sync/engine/ops/ops.ts';
import type { SittingRow, StreamCipher, StreamRow, Vault } from '../../sync/engine/ports.ts';
import {
  formatChainText,
  serialiseHeader,
  formatPskId,
  sealNonceBytes,
  formatStreamBinding,
  streamSecretBytes,
} from '../../sync/crypto/canonical.ts';
import { wrapStreamSecret } from '../../sync/crypto/stream-secret.ts';
import { deriveStreamKeys, decryptSealed, type ServerStreamKeys } from '../../server/answer-log/log/op-crypto.ts';
import type { OpBook } from './op-book.ts';
import type { SeededChance } from './seeded-chance.ts';

// The functions below seal with node:crypto, synchronously and byte for byte as `sync/crypto` does. Only wrapping for the server uses the real HPKE.

function gcmSeal(key: Buffer | ServerStreamKeys['seal'], nonce: Buffer, text: Buffer, aad: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(aad));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function gcmOpen(key: Buffer, sealed: string, aad: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), bytes.subarray(0, sealNonceBytes), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(sealNonceBytes, -16)), decipher.final()]);
  } catch {
    return undefined;
  }
}

export function createNodeCipher(secret: Buffer, streamId: string, chance: SeededChance, book: OpBook): StreamCipher {
  const keys = deriveStreamKeys(secret, streamId);
  return {
    genesis: keys.chain.genesis(streamId),
    seal(prevHash, header, payload) {
      const text = serialiseHeader(header);
      const sealed = gcmSeal(keys.seal, chance.bytes(sealNonceBytes), Buffer.from(JSON.stringify(payload)), text).toString('base64url');
      const hash = keys.chain.mac(formatChainText(prevHash, text, sealed));
      book.sealed.set(sealed, { header: { ...header }, payload, hash, atMs: book.nowMs() });
      return Promise.resolve({ sealed, hash });
    },
    open(header: OpHeader, sealed: string) {
      try {
        return Promise.resolve(decryptSealed(keys.seal, serialiseHeader(header), sealed));
      } catch (fault) {
        return Promise.reject(fault);
      }
    },
  };
}

/** Simulates one person's vault on one PC, which encrypts their data. The key differs from PC to PC, as the salt of the credential does. */
export class NodeVault implements Vault {
  readonly #key: Buffer;
  readonly #chance: () => SeededChance;
  readonly #book: OpBook;

  /** `chance` is called for each value, because cloning or restoring a PC replaces its source of random numbers. */
  constructor(credential: string, chance: () => SeededChance, book: OpBook) {
    this.#key = createHash('sha256').update(credential).digest();
    this.#chance = chance;
    this.#book = book;
  }

  wrapSittingKey(sitting: { attemptId: string; epoch: number; actor: number }, sittingKey: Buffer): string {
    return gcmSeal(this.#key, this.#chance().bytes(sealNonceBytes), sittingKey, this.#sittingAad(sitting)).toString('base64url');
  }

  async openStream(sitting: SittingRow, streamId: string, documentId: string) {
    const sittingKey = gcmOpen(this.#key, sitting.wrappedSittingKey, this.#sittingAad(sitting));
    if (!sittingKey) throw new Error('the sitting belongs to another vault');
    const secret = this.#chance().bytes(streamSecretBytes);
    const binding = formatStreamBinding(streamId, documentId);
    const psk = formatPskId(sitting.attemptId, sitting.epoch, sitting.actor);
    const [plain, key] = [Uint8Array.from(secret), Uint8Array.from(sittingKey)];
    const wrappedForServer = await wrapStreamSecret(sitting.serverKeys.hpkePublic, plain, key, psk, binding);
    const wrappedForSelf = gcmSeal(this.#key, this.#chance().bytes(sealNonceBytes), secret, `stream/${binding}`).toString('base64url');
    return { cipher: createNodeCipher(secret, streamId, this.#chance(), this.#book), wrappedForServer, wrappedForSelf };
  }

  reopenStream(stream: StreamRow): Promise<StreamCipher | undefined> {
    const secret = gcmOpen(this.#key, stream.wrappedForSelf, `stream/${formatStreamBinding(stream.streamId, stream.documentId)}`);
    return Promise.resolve(secret && createNodeCipher(secret, stream.streamId, this.#chance(), this.#book));
  }

  #sittingAad(s: { attemptId: string; epoch: number; actor: number }): string {
    return `sitting/${formatPskId(s.attemptId, s.epoch, s.actor)}`;
  }
}
