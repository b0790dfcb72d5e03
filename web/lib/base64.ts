export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  // `String.fromCharCode` takes only a limited number of arguments per call.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}

/** Decodes base64. Throws an InvalidCharacterError for a text that is not base64. */
export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
