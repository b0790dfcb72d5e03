import { pskId, streamBinding } from '../../sync/seal/canonical.ts';
import { openStreamSecret } from '../../sync/seal/stream-secret.ts';
import type { StreamHeader } from './log-port.ts';
import { deriveStreamKeys, type StreamKeys } from './op-crypto.ts';
import type { ServerKeys } from './server-keys.ts';
import { sittingKey } from './upload-ticket.ts';

type SealedHeader = Pick<StreamHeader, 'streamId' | 'attemptId' | 'epoch' | 'actor' | 'documentId' | 'keyId' | 'wrapped'>;

/**
 * The keys of streams, opened once (HPKE takes about a millisecond) and remembered. They are filed under stream and wrapping:
 * who sends a wrapping of their own for somebody else's stream gets a key that verifies nothing of it.
 */
export class StreamKeyring {
  readonly #keys: ServerKeys;
  readonly #limit: number;
  readonly #opened = new Map<string, StreamKeys>();
  /** The log holds one header for each stream: to find its keys by it takes no long name. */
  readonly #ofHeader = new WeakMap<SealedHeader, StreamKeys>();
  readonly #opening = new Map<string, Promise<StreamKeys>>();
  constructor(keys: ServerKeys, limit = 20_000) {
    this.#keys = keys;
    this.#limit = limit;
  }

  ready(stream: SealedHeader): StreamKeys | undefined {
    const known = this.#ofHeader.get(stream);
    if (known) return known;
    const opened = this.#opened.get(stream.streamId + stream.wrapped);
    if (opened) this.#ofHeader.set(stream, opened);
    return opened;
  }

  /** Rejects where the secret was not wrapped for this server by a holder of the sitting's key, for exactly this stream. */
  async open(stream: SealedHeader): Promise<StreamKeys> {
    const name = stream.streamId + stream.wrapped;
    const ready = this.#opened.get(name);
    if (ready) return ready;
    const known = this.#opening.get(name);
    if (known) return known;
    const opening = this.#openNow(stream, name).finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  async #openNow(stream: SealedHeader, name: string): Promise<StreamKeys> {
    const keys = deriveStreamKeys(await this.secretOf(stream), stream.streamId);
    if (this.#opened.size >= this.#limit) this.#opened.delete(this.#opened.keys().next().value ?? '');
    this.#opened.set(name, keys);
    return keys;
  }

  /** What the stream's keys follow from, for an archive that shall prove itself. */
  async secretOf(stream: SealedHeader): Promise<Uint8Array> {
    if (stream.keyId !== this.#keys.keyId) throw new Error(`the stream was wrapped for the keys ${stream.keyId}`);
    const psk = Uint8Array.from(sittingKey(this.#keys, stream));
    const id = pskId(stream.attemptId, stream.epoch, stream.actor);
    return openStreamSecret(this.#keys.hpke, stream.wrapped, psk, id, streamBinding(stream.streamId, stream.documentId));
  }
}
