import { type Bytes, toBase64url, utf8 } from './bytes.ts';
import { manifestText } from './canonical.ts';

/** SHA-256, base64url. */
export async function sha256Bytes(bytes: Bytes): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Of UTF-8 text: the engine's `Digest`. */
export const sha256Text = (text: string): Promise<string> => sha256Bytes(utf8(text));

/** The digest a hand-in carries and the server recomputes (SY14). */
export const manifestDigest = (entries: readonly { streamId: string; seq: number; hash: string }[]): Promise<string> =>
  sha256Text(manifestText(entries));
