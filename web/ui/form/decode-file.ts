/** Converts a base64 file from a call's response to a Blob. */
export function decodeFile({ content, mime }: { readonly content: string; readonly mime: string }): Blob {
  return new Blob([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))], { type: mime });
}
