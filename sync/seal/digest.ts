import { toBase64url, utf8 } from './bytes.ts';
import { manifestText } from './canonical.ts';

/** SHA-256 of UTF-8 text, base64url: the engine's `Digest`. */
export async function sha256Text(text: string): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));
}

/** The digest a hand-in carries and the server recomputes (SY14). */
export const manifestDigest = (entries: readonly { streamId: string; seq: number; hash: string }[]): Promise<string> =>
  sha256Text(manifestText(entries));
