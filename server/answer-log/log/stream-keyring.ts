import { formatPskId, formatStreamBinding } from '../../../sync/crypto/canonical.ts';
import { openStreamSecret } from '../../../sync/crypto/server-hpke.ts';
import type { StreamHeader } from './log-port.ts';
import { deriveStreamKeys, type ServerStreamKeys } from './op-crypto.ts';
import type { ServerKeys } from './server-keys.ts';
import { deriveSittingKey } from './upload-token.ts';

type SealedHeader = Pick<StreamHeader, 'streamId' | 'attemptId' | 'epoch' | 'actor' | 'documentId' | 'keyId' | 'wrapped'>;

/**
 * Decrypts the secrets of streams once and caches the keys derived from them (HPKE takes about a millisecond). The cache key is the stream id and the
 * encrypted secret. A client that sends its own secret for another stream therefore gets a key that verifies none of that stream's ops.
 */
export class StreamKeyring {
  readonly #keys: ServerKeys;
  readonly #limit: number;
  readonly #opened = new Map<string, ServerStreamKeys>();
  /** Second cache by header object. The log holds one header per stream, so no long string key is needed. */
  readonly #ofHeader = new WeakMap<SealedHeader, ServerStreamKeys>();
  readonly #opening = new Map<string, Promise<ServerStreamKeys>>();
  constructor(keys: ServerKeys, limit = 20_000) {
    this.#keys = keys;
    this.#limit = limit;
  }

  ready(stream: SealedHeader): ServerStreamKeys | undefined {
    const cachedKeys = this.#ofHeader.get(stream);
    if (cachedKeys) return cachedKeys;
    const openedKeys = this.#opened.get(stream.streamId + stream.wrapped);
    if (openedKeys) this.#ofHeader.set(stream, openedKeys);
    return openedKeys;
  }

  /**
   * Decrypts the stream's secret and derives its keys. Rejects unless a holder of the sitting key (the examinee's PC) encrypted the secret for this
   * server and this stream.
   */
  async open(stream: SealedHeader): Promise<ServerStreamKeys> {
    const name = stream.streamId + stream.wrapped;
    const ready = this.#opened.get(name);
    if (ready) return ready;
    const pendingKeys = this.#opening.get(name);
    if (pendingKeys) return pendingKeys;
    const opening = this.#openNow(stream, name).finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  async #openNow(stream: SealedHeader, name: string): Promise<ServerStreamKeys> {
    const keys = deriveStreamKeys(await this.secretOf(stream), stream.streamId);
    if (this.#opened.size >= this.#limit) this.#opened.delete(this.#opened.keys().next().value ?? '');
    this.#opened.set(name, keys);
    return keys;
  }

  /** Decrypts the stream's secret, for an archive that must be verifiable by itself. */
  async secretOf(stream: SealedHeader): Promise<Uint8Array> {
    if (stream.keyId !== this.#keys.keyId)
      throw new Error(`the stream secret was encrypted for the server keys ${stream.keyId}, which this server does not have`);
    const psk = Uint8Array.from(deriveSittingKey(this.#keys, stream));
    const id = formatPskId(stream.attemptId, stream.epoch, stream.actor);
    return openStreamSecret(this.#keys.hpke, stream.wrapped, psk, id, formatStreamBinding(stream.streamId, stream.documentId));
  }
}
