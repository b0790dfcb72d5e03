import { encodeBase64, decodeBase64 } from '../base64.ts';

/**
 * ChaCha20 (RFC 8439) with a random nonce for each text. WebCrypto is asynchronous, but a page that is being left must write its draft at once:
 * hence a synchronous cipher. It hides drafts from other people; it does not detect changes.
 */
const nonceBytes = 12;

const rotateLeft = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

function applyQuarterRound(x: Uint32Array, a: number, b: number, c: number, d: number): void {
  const readWord = (index: number): number => x[index] ?? 0;
  x[a] = readWord(a) + readWord(b);
  x[d] = rotateLeft(readWord(d) ^ readWord(a), 16);
  x[c] = readWord(c) + readWord(d);
  x[b] = rotateLeft(readWord(b) ^ readWord(c), 12);
  x[a] = readWord(a) + readWord(b);
  x[d] = rotateLeft(readWord(d) ^ readWord(a), 8);
  x[c] = readWord(c) + readWord(d);
  x[b] = rotateLeft(readWord(b) ^ readWord(c), 7);
}

const columnsAndDiagonals = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

const readWords = (bytes: Uint8Array): number[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, true));
};

/** Encrypts or decrypts `bytes` with the key stream that starts at block `counter`. */
export function chacha20(key: Uint8Array, nonce: Uint8Array, counter: number, bytes: Uint8Array): Uint8Array {
  const start = new Uint32Array([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...readWords(key), counter, ...readWords(nonce)]);
  const out = new Uint8Array(bytes.length);
  const x = new Uint32Array(16);
  const block = new DataView(new ArrayBuffer(64));
  for (let from = 0; from < bytes.length; from += 64) {
    x.set(start);
    for (let round = 0; round < 10; round += 1) for (const [a, b, c, d] of columnsAndDiagonals) applyQuarterRound(x, a, b, c, d);
    for (let at = 0; at < 16; at += 1) block.setUint32(at * 4, (x[at] ?? 0) + (start[at] ?? 0), true);
    for (let at = 0; at < 64 && from + at < bytes.length; at += 1) out[from + at] = (bytes[from + at] ?? 0) ^ block.getUint8(at);
    start[12] = (start[12] ?? 0) + 1;
  }
  return out;
}

const mark = 'c1.';

/** Encrypts a text with a key of 32 bytes in Base64. */
export function sealDraftText(key: string, text: string): string {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const sealed = chacha20(decodeBase64(key), nonce, 1, new TextEncoder().encode(text));
  return mark + encodeBase64(nonce) + encodeBase64(sealed);
}

/** Decrypts a text. Returns null if `sealDraftText` did not write it. */
export function openText(key: string, sealed: string): string | null {
  if (!sealed.startsWith(mark)) return null;
  const nonceChars = (nonceBytes / 3) * 4;
  const nonce = decodeBase64(sealed.slice(mark.length, mark.length + nonceChars));
  return new TextDecoder().decode(chacha20(decodeBase64(key), nonce, 1, decodeBase64(sealed.slice(mark.length + nonceChars))));
}
