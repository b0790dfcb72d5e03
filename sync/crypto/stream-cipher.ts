import { type Bytes, toBase64url, encodeUtf8, decodeUtf8 } from './bytes.ts';
import { type CanonicalHeader, chainKeyInfo, formatChainText, formatGenesisText, serialiseHeader, sealKeyInfo } from './canonical.ts';
import { openWithGcm, sealWithGcm } from './gcm.ts';

/** Keys of one stream. Both are non-extractable: another thread of the page can use them, but no code can read them. */
export interface StreamCipherKeys {
  readonly sealKey: CryptoKey;
  readonly chainKey: CryptoKey;
}

/** Cipher of one stream, as the engine's `StreamCipher` requires (SY2). */
export interface OpenedStreamCipher {
  readonly genesis: string;
  readonly keys: StreamCipherKeys;
  seal(prevHash: string, header: CanonicalHeader, payload: unknown): Promise<{ sealed: string; hash: string }>;
  /** Computes the chain hash of an op that follows the op with hash `prevHash`, to verify a chain. */
  chain(prevHash: string, header: CanonicalHeader, sealed: string): Promise<string>;
  open(header: CanonicalHeader, sealed: string): Promise<unknown>;
}

/** Derives the keys of a stream from its secret and returns its cipher. */
export async function openStreamCipher(secret: Bytes, streamId: string): Promise<OpenedStreamCipher> {
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const buildDerivation = (info: string): HkdfParams => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: encodeUtf8(streamId),
    info: encodeUtf8(info),
  });
  const [sealKey, chainKey] = await Promise.all([
    crypto.subtle.deriveKey(buildDerivation(sealKeyInfo), root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    // Without the explicit length, `deriveKey` would make an HMAC-SHA-256 key as long as the hash's block, 64 bytes.
    crypto.subtle.deriveKey(buildDerivation(chainKeyInfo), root, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']),
  ]);
  const keys = { sealKey, chainKey };
  const chain = (prevHash: string, header: CanonicalHeader, sealed: string): Promise<string> =>
    computeMac(chainKey, formatChainText(prevHash, serialiseHeader(header), sealed));
  return {
    genesis: await computeMac(chainKey, formatGenesisText(streamId)),
    keys,
    chain,
    seal: (prevHash, header, payload) => sealOpWithKeys(keys, prevHash, header, payload),
    async open(header, sealed) {
      return JSON.parse(decodeUtf8(await openWithGcm(sealKey, sealed, serialiseHeader(header)))) as unknown;
    },
  };
}

const computeMac = async (key: CryptoKey, text: string): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encodeUtf8(text))));

/** Seals an op exactly as `OpenedStreamCipher.seal` does, from the keys alone, so that a worker thread that was sent the keys can do it. */
export async function sealOpWithKeys(
  { sealKey, chainKey }: StreamCipherKeys,
  prevHash: string,
  header: CanonicalHeader,
  payload: unknown,
): Promise<{ sealed: string; hash: string }> {
  const sealed = await sealWithGcm(sealKey, encodeUtf8(JSON.stringify(payload)), serialiseHeader(header));
  return { sealed, hash: await computeMac(chainKey, formatChainText(prevHash, serialiseHeader(header), sealed)) };
}
