import { type Bytes, toBase64url, utf8 } from './bytes.ts';
import { manifestText } from './canonical.ts';

/** Returns the SHA-256 digest in base64url. */
export async function sha256Bytes(bytes: Bytes): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Returns the SHA-256 digest of UTF-8 text in base64url: the engine's `Digest`. */
export const sha256Text = (text: string): Promise<string> => sha256Bytes(utf8(text));

/** Computes the digest that a hand-in carries and the server recomputes (SY14). */
export const manifestDigest = (entries: readonly { streamId: string; seq: number; hash: string }[]): Promise<string> =>
  sha256Text(manifestText(entries));
