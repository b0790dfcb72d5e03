/** A file that came base64, for saving. */
export function fileOf({ content, mime }: { readonly content: string; readonly mime: string }): Blob {
  return new Blob([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))], { type: mime });
}
