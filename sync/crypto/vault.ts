import { type Bytes, fromBase64url, randomBytes, toBase64url } from './bytes.ts';
import { formatPskId, formatStreamBinding, streamSecretBytes } from './canonical.ts';
import { openWithGcm, sealWithGcm } from './gcm.ts';
import { type OpenedStreamCipher, openStreamCipher } from './stream-cipher.ts';
import { wrapStreamSecret } from './stream-secret.ts';

/** Fields of the engine's sitting and stream rows that the vault reads. */
export interface VaultSitting {
  readonly attemptId: string;
  readonly epoch: number;
  readonly actor: number;
  readonly wrappedSittingKey: string;
  readonly serverKeys: { readonly hpkePublic: string };
}
export interface VaultStream {
  readonly streamId: string;
  readonly documentId: string;
  readonly wrappedForSelf: string;
}

/** An unlocked vault (a user's encrypted store on this PC): the engine's `Vault`, and methods for small secrets. */
export interface UnlockedVault {
  openStream(
    sitting: VaultSitting,
    streamId: string,
    documentId: string,
  ): Promise<{ cipher: OpenedStreamCipher; wrappedForServer: string; wrappedForSelf: string }>;
  /** Opens the cipher of a stored stream; undefined if another vault's key wraps the stream's secret (SY20). */
  reopenStream(stream: VaultStream): Promise<OpenedStreamCipher | undefined>;
  /** Wraps a secret for the server, bound to the sitting and to `binding`. Rejects with `VaultMismatchError` if the sitting has another vault. */
  wrapForServer(sitting: VaultSitting, secret: Bytes, binding: string): Promise<string>;
  /** Wraps the sitting key that `exam/enter` returned, for the sitting row. */
  wrapSittingKey(sitting: { attemptId: string; epoch: number; actor: number; sittingKey: string }): Promise<string>;
  /** Tells whether this vault can open the sitting's key, which writing needs; false if another vault wrapped the key. */
  ownsSitting(sitting: VaultSitting): Promise<boolean>;
  wrapBytes(bytes: Bytes, binding: string): Promise<string>;
  /** Resolves to undefined if the bytes were wrapped by another vault or with another binding, or were altered. */
  unwrapBytes(wrapped: string, binding: string): Promise<Bytes | undefined>;
  /** Returns the vault's raw key, to store it in session storage for a reload or to give it to a second tab. The key gives access to everything. */
  exportKey(): string;
}

/** Opens a vault with its raw key. */
export async function openVault(key: Bytes): Promise<UnlockedVault> {
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const wrap = (bytes: Bytes, binding: string): Promise<string> => sealWithGcm(aes, bytes, `wenkao vault 1/${binding}`);
  const unwrap = (wrapped: string, binding: string): Promise<Bytes | undefined> =>
    openWithGcm(aes, wrapped, `wenkao vault 1/${binding}`).catch(() => undefined);
  const unwrapSittingKey = (sitting: VaultSitting): Promise<Bytes | undefined> =>
    unwrap(sitting.wrappedSittingKey, formatSittingBinding(sitting));
  const wrapForServer = async (sitting: VaultSitting, secret: Bytes, binding: string): Promise<string> => {
    const sittingKey = await unwrapSittingKey(sitting);
    if (!sittingKey) throw new VaultMismatchError(sitting.attemptId);
    const psk = formatPskId(sitting.attemptId, sitting.epoch, sitting.actor);
    return wrapStreamSecret(sitting.serverKeys.hpkePublic, secret, sittingKey, psk, binding);
  };

  return {
    wrapForServer,
    async openStream(sitting, streamId, documentId) {
      const secret = randomBytes(streamSecretBytes);
      const binding = formatStreamBinding(streamId, documentId);
      const [cipher, wrappedForServer, wrappedForSelf] = await Promise.all([
        openStreamCipher(secret, streamId),
        wrapForServer(sitting, secret, binding),
        wrap(secret, `stream/${binding}`),
      ]);
      return { cipher, wrappedForServer, wrappedForSelf };
    },
    async reopenStream(stream) {
      const secret = await unwrap(stream.wrappedForSelf, `stream/${formatStreamBinding(stream.streamId, stream.documentId)}`);
      return secret && openStreamCipher(secret, stream.streamId);
    },
    wrapSittingKey: (sitting) => wrap(fromBase64url(sitting.sittingKey), formatSittingBinding(sitting)),
    ownsSitting: async (sitting) => (await unwrapSittingKey(sitting)) !== undefined,
    wrapBytes: (bytes, binding) => wrap(bytes, `bytes/${binding}`),
    unwrapBytes: (wrapped, binding) => unwrap(wrapped, `bytes/${binding}`),
    exportKey: () => toBase64url(key),
  };
}

/** Reports that a sitting key is wrapped under another vault. Entering the exam again gives a sitting key for this vault. */
export class VaultMismatchError extends Error {
  override readonly name = 'VaultMismatchError';
  constructor(attemptId: string) {
    super(`the sitting of attempt ${attemptId} belongs to another vault`);
  }
}

const formatSittingBinding = (s: { attemptId: string; epoch: number; actor: number }): string =>
  `sitting/${formatPskId(s.attemptId, s.epoch, s.actor)}`;
