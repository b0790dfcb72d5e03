import { type Bytes, toBase64url, encodeUtf8 } from './bytes.ts';

/** Returns the SHA-256 digest in base64url. */
export async function hashBytes(bytes: Bytes): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Returns the SHA-256 digest of UTF-8 text in base64url: the engine's `Digest`. */
export const hashText = (text: string): Promise<string> => hashBytes(encodeUtf8(text));
