import { type Bytes, fromBase64url, joinBytes, randomBytes, toBase64url, utf8 } from './bytes.ts';
import { sealNonceBytes } from './canonical.ts';

/** base64url( nonce ‖ AES-256-GCM(key, plain, additional data = `binding`) ), a fresh random nonce each time. */
export async function gcmSeal(key: CryptoKey, plain: Bytes, binding: string): Promise<string> {
  const nonce = randomBytes(sealNonceBytes);
  const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: utf8(binding) }, key, plain);
  return toBase64url(joinBytes(nonce, new Uint8Array(cipher)));
}

/** Rejects where the key, the text or the binding is another than when it was sealed. */
export async function gcmOpen(key: CryptoKey, sealed: string, binding: string): Promise<Bytes> {
  const { nonce, cipher } = gcmParts(sealed);
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: utf8(binding) }, key, cipher));
}

function gcmParts(sealed: string): { nonce: Bytes; cipher: Bytes } {
  const bytes = fromBase64url(sealed);
  return { nonce: bytes.slice(0, sealNonceBytes), cipher: bytes.slice(sealNonceBytes) };
}
