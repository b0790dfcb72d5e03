import { type Bytes, fromBase64url, joinBytes, randomBytes, toBase64url, encodeUtf8 } from './bytes.ts';
import { sealNonceBytes } from './canonical.ts';

/** Seals bytes: base64url( nonce ‖ AES-256-GCM(key, plain, additional data = `binding`) ), with a new random nonce each time. */
export async function sealWithGcm(key: CryptoKey, plain: Bytes, binding: string): Promise<string> {
  const nonce = randomBytes(sealNonceBytes);
  const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: encodeUtf8(binding) }, key, plain);
  return toBase64url(joinBytes(nonce, new Uint8Array(cipher)));
}

/** Opens sealed bytes. Rejects if the key, the text or the binding differs from those of the sealing. */
export async function openWithGcm(key: CryptoKey, sealed: string, binding: string): Promise<Bytes> {
  const { nonce, cipher } = splitNonceAndCipher(sealed);
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: encodeUtf8(binding) }, key, cipher));
}

function splitNonceAndCipher(sealed: string): { nonce: Bytes; cipher: Bytes } {
  const bytes = fromBase64url(sealed);
  return { nonce: bytes.slice(0, sealNonceBytes), cipher: bytes.slice(sealNonceBytes) };
}
