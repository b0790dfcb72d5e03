// Bytes and text, with the same code in the browser and in Node. base64url is always without padding.
export type Bytes = Uint8Array<ArrayBuffer>;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const charCodes = Uint8Array.from(alphabet, (c) => c.charCodeAt(0));
const values = new Uint8Array(256).fill(255);
for (const [value, code] of charCodes.entries()) values[code] = value;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder('latin1');

export const encodeUtf8 = (text: string): Bytes => encoder.encode(text);
/** Decodes UTF-8. Throws for bytes that are not UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Encodes bytes as base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  const out = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  const at = (i: number): number => bytes[i] ?? 0;
  const letter = (value: number): number => charCodes[value & 63] ?? 0;
  let o = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const three = (at(i) << 16) | (at(i + 1) << 8) | at(i + 2);
    // The last group may lack bytes. Writes past the end of a typed array are ignored, so its unused characters are left out.
    out[o++] = letter(three >> 18);
    out[o++] = letter(three >> 12);
    out[o++] = letter(three >> 6);
    out[o++] = letter(three);
  }
  return latin1.decode(out);
}

/** Decodes unpadded base64url. Throws a RangeError for any other text, and for a non-canonical spelling. */
export function fromBase64url(text: string): Bytes {
  const rest = text.length % 4;
  if (rest === 1) throw new RangeError('a base64url text cannot have this length');
  const out = new Uint8Array(Math.floor((text.length * 3) / 4));
  const value = (i: number): number => {
    if (i >= text.length) return 0;
    const v = values[text.charCodeAt(i)] ?? 255;
    if (v === 255) throw new RangeError('not base64url');
    return v;
  };
  let o = 0;
  for (let i = 0; i < text.length; i += 4) {
    const four = (value(i) << 18) | (value(i + 1) << 12) | (value(i + 2) << 6) | value(i + 3);
    out[o++] = four >> 16;
    out[o++] = four >> 8;
    out[o++] = four;
  }
  const spare = rest === 2 ? 15 : rest === 3 ? 3 : 0;
  // Accept only one spelling of the same bytes. Otherwise the text of a token or hash could be altered and still be valid.
  if (spare > 0 && (value(text.length - 1) & spare) !== 0)
    throw new RangeError('the last base64url character has unused bits that are not zero');
  return out;
}

export function joinBytes(first: Uint8Array, second: Uint8Array): Bytes {
  const out = new Uint8Array(first.length + second.length);
  out.set(first);
  out.set(second, first.length);
  return out;
}

export const randomBytes = (count: number): Bytes => crypto.getRandomValues(new Uint8Array(count));

/** Returns the SHA-256 digest in base64url. */
export async function hashBytes(bytes: Bytes): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Returns the SHA-256 digest of UTF-8 text in base64url, as the engine's port `DigestText` requires. */
export const hashText = (text: string): Promise<string> => hashBytes(encodeUtf8(text));
