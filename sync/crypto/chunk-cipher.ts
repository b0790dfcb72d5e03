import { type Bytes, encodeUtf8, fromBase64url, hashBytes, toBase64url } from './bytes.ts';

const nonceBytes = 12;

/** Returns the additional data that binds a chunk to its position, so that chunks of a file cannot be reordered. */
export const formatChunkBinding = (at: number): string => `wenkao piece 1 ${at}`;

const importChunkKey = (key: string, use: KeyUsage): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64url(key), 'AES-GCM', false, [use]);

/** Seals and opens chunks of attachments. Each file has a random key of its own, which its op contains. */
export const chunkCipher = {
  newKey: (): string => toBase64url(crypto.getRandomValues(new Uint8Array(32))),
  async seal(key: string, at: number, plain: Bytes): Promise<Bytes> {
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
    const algorithm = { name: 'AES-GCM', iv, additionalData: encodeUtf8(formatChunkBinding(at)) };
    const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, await importChunkKey(key, 'encrypt'), plain));
    const chunk = new Uint8Array(nonceBytes + sealed.length);
    chunk.set(iv);
    chunk.set(sealed, nonceBytes);
    return chunk;
  },
  async open(key: string, at: number, sealed: Bytes): Promise<Bytes> {
    const how = { name: 'AES-GCM', iv: sealed.subarray(0, nonceBytes), additionalData: encodeUtf8(formatChunkBinding(at)) };
    return new Uint8Array(await crypto.subtle.decrypt(how, await importChunkKey(key, 'decrypt'), sealed.subarray(nonceBytes)));
  },
  digest: hashBytes,
};
