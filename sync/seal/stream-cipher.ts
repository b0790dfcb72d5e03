import { type Bytes, toBase64url, utf8, utf8Text } from './bytes.ts';
import { type CanonicalHeader, chainKeyInfo, chainText, genesisText, headerText, sealKeyInfo } from './canonical.ts';
import { gcmOpen, gcmSeal } from './gcm.ts';

/** Both are non-extractable: they can be handed to another thread of the page, and their bytes to nobody. */
export interface StreamKeys {
  readonly sealKey: CryptoKey;
  readonly chainKey: CryptoKey;
}

/** The keys of one stream, as the engine's `StreamCipher` wants them (SY2). */
export interface OpenedStreamCipher {
  readonly genesis: string;
  readonly keys: StreamKeys;
  seal(prevHash: string, header: CanonicalHeader, payload: unknown): Promise<{ sealed: string; hash: string }>;
  /** The hash an op must have after `prevHash`: what a reader checks a chain with. */
  chain(prevHash: string, header: CanonicalHeader, sealed: string): Promise<string>;
  open(header: CanonicalHeader, sealed: string): Promise<unknown>;
}

export async function openStreamCipher(secret: Bytes, streamId: string): Promise<OpenedStreamCipher> {
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const derivation = (info: string): HkdfParams => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: utf8(streamId),
    info: utf8(info),
  });
  const [sealKey, chainKey] = await Promise.all([
    crypto.subtle.deriveKey(derivation(sealKeyInfo), root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    // The length is told: left out, HMAC-SHA-256 would take its block size, 64 bytes, for the key.
    crypto.subtle.deriveKey(derivation(chainKeyInfo), root, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']),
  ]);
  const keys = { sealKey, chainKey };
  const chain = (prevHash: string, header: CanonicalHeader, sealed: string): Promise<string> =>
    mac(chainKey, chainText(prevHash, headerText(header), sealed));
  return {
    genesis: await mac(chainKey, genesisText(streamId)),
    keys,
    chain,
    seal: (prevHash, header, payload) => sealWith(keys, prevHash, header, payload),
    async open(header, sealed) {
      return JSON.parse(utf8Text(await gcmOpen(sealKey, sealed, headerText(header)))) as unknown;
    },
  };
}

const mac = async (key: CryptoKey, text: string): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text))));

/** As a stream's own cipher seals, on whichever thread its keys are. */
export async function sealWith(
  { sealKey, chainKey }: StreamKeys,
  prevHash: string,
  header: CanonicalHeader,
  payload: unknown,
): Promise<{ sealed: string; hash: string }> {
  const sealed = await gcmSeal(sealKey, utf8(JSON.stringify(payload)), headerText(header));
  return { sealed, hash: await mac(chainKey, chainText(prevHash, headerText(header), sealed)) };
}
