import { inflateSync } from 'node:zlib';
import type { GreyImage } from './grey-image.ts';

/** Samples of a pixel by colour type: grey, RGB, palette, grey with alpha, RGB with alpha. */
const samplesOfType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface PngHead {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly type: number;
}

/** Decodes a PNG to grey. Throws a RangeError if the file is damaged, interlaced or of an unknown kind. */
export function decodePng(bytes: Uint8Array): GreyImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head: PngHead = { width: view.getUint32(16), height: view.getUint32(20), depth: view.getUint8(24), type: view.getUint8(25) };
  const samples = samplesOfType[head.type];
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(head.depth)) throw new RangeError('unknown kind of PNG');
  if (view.getUint8(28) !== 0) throw new RangeError('interlaced PNG');
  const parts: Uint8Array[] = [];
  let palette: Uint8Array = new Uint8Array();
  for (let at = 8; at + 8 <= bytes.length;) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (name === 'PLTE') palette = content;
    if (name === 'IDAT') parts.push(content);
    at += 12 + length;
  }
  const stride = Math.ceil((head.width * samples * head.depth) / 8);
  const size = (stride + 1) * head.height;
  const raw = inflateSync(Buffer.concat(parts), { maxOutputLength: size });
  if (raw.length !== size) throw new RangeError('damaged PNG');
  undoFilters(raw, head.height, stride, Math.max(1, (samples * head.depth) >> 3));
  return { width: head.width, height: head.height, data: toGrey(raw, head, stride, samples, palette) };
}

/** Undoes the prediction of each line in place. `step`: bytes of a pixel. */
function undoFilters(raw: Uint8Array, height: number, stride: number, step: number): void {
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1) + 1;
    const filter = raw[start - 1] ?? 0;
    if (filter > 4) throw new RangeError('damaged PNG');
    for (let x = 0; x < stride; x += 1) {
      const at = start + x;
      const left = x >= step ? (raw[at - step] ?? 0) : 0;
      const above = y > 0 ? (raw[at - stride - 1] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (raw[at - stride - 1 - step] ?? 0) : 0;
      const guess =
        filter === 1 ? left : filter === 2 ? above : filter === 3 ? (left + above) >> 1 : filter === 4 ? paeth(left, above, corner) : 0;
      raw[at] = ((raw[at] ?? 0) + guess) & 255;
    }
  }
}

function paeth(left: number, above: number, corner: number): number {
  const sum = left + above - corner;
  const [byLeft, byAbove, byCorner] = [Math.abs(sum - left), Math.abs(sum - above), Math.abs(sum - corner)];
  return byLeft <= byAbove && byLeft <= byCorner ? left : byAbove <= byCorner ? above : corner;
}

/** Weights of red, green and blue in the brightness of a pixel. */
export const mixGrey = (red: number, green: number, blue: number): number => 0.299 * red + 0.587 * green + 0.114 * blue;

function toGrey(
  raw: Uint8Array,
  { width, height, depth, type }: PngHead,
  stride: number,
  samples: number,
  palette: Uint8Array,
): Uint8Array {
  const data = new Uint8Array(width * height);
  const most = 2 ** Math.min(depth, 8) - 1;
  const wide = depth === 16 ? 2 : 1;
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1) + 1;
    /** Returns a sample of the line; of 16 bits the upper eight. */
    const sample = (index: number): number => {
      if (depth >= 8) return raw[start + index * wide] ?? 0;
      const bit = index * depth;
      return ((raw[start + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & most;
    };
    for (let x = 0; x < width; x += 1) {
      const at = x * samples;
      const first = sample(at);
      data[y * width + x] =
        type === 3
          ? mixGrey(palette[3 * first] ?? 0, palette[3 * first + 1] ?? 0, palette[3 * first + 2] ?? 0)
          : samples < 3
            ? (first * 255) / most
            : mixGrey(first, sample(at + 1), sample(at + 2));
    }
  }
  return data;
}
