import { decodeBase64 } from '../../lib/base64.ts';

/** Converts a base64 file from a call's response to a Blob. */
export function decodeFile({ content, mime }: { readonly content: string; readonly mime: string }): Blob {
  return new Blob([decodeBase64(content)], { type: mime });
}
