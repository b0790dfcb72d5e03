import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodePicture } from './decode-picture.ts';

/** 16 × 8 pixels: the left half black, the right half white. */
const jpeg =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAIABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAkK/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCVTVQAP//Z';

interface PngParts {
  readonly type: number;
  readonly depth: number;
  /** Bytes of each line, before filtering. */
  readonly lines: readonly (readonly number[])[];
  readonly width: number;
  readonly palette?: readonly number[];
}

/** Writes a PNG whose lines use the five filters in turn. */
function writePng({ type, depth, lines, width, palette }: PngParts): Uint8Array {
  const step = Math.max(1, ({ 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[type] ?? 1) * depth) >> 3 || 1;
  const filtered = lines.flatMap((line, y) => {
    const filter = y % 5;
    const at = (x: number, row: number): number => lines[row]?.[x] ?? 0;
    const guesses = line.map((_, x) => {
      const [a, b, c] = [at(x - step, y), at(x, y - 1), at(x - step, y - 1)];
      if (filter === 4) return [a, b, c].toSorted((p, q) => Math.abs(a + b - c - p) - Math.abs(a + b - c - q))[0] ?? 0;
      return [0, a, b, Math.floor((a + b) / 2)][filter] ?? 0;
    });
    return [filter, ...line.map((value, x) => (value - (guesses[x] ?? 0) + 256) % 256)];
  });
  const chunk = (name: string, content: Uint8Array): Buffer => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(lines.length, 4);
  head.set([depth, type, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...(palette ? [chunk('PLTE', Uint8Array.from(palette))] : []),
    chunk('IDAT', deflateSync(Uint8Array.from(filtered))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const six = [0, 1, 2, 3, 4, 5];

describe('decodePicture', () => {
  test.each<[string, PngParts, number[]]>([
    ['grey', { type: 0, depth: 8, width: 3, lines: six.map((y) => [10 * y, 100, 255]) }, six.flatMap((y) => [10 * y, 100, 255])],
    ['16-bit grey', { type: 0, depth: 16, width: 2, lines: six.map((y) => [y, 200, 255, 0]) }, six.flatMap((y) => [y, 255])],
    ['black and white', { type: 0, depth: 1, width: 4, lines: six.map(() => [0b1010_0000]) }, six.flatMap(() => [255, 0, 255, 0])],
    ['grey with alpha', { type: 4, depth: 8, width: 2, lines: six.map((y) => [y, 255, 90, 255]) }, six.flatMap((y) => [y, 90])],
    ['RGB', { type: 2, depth: 8, width: 2, lines: six.map((y) => [255, 0, 0, y, y, y]) }, six.flatMap((y) => [76, y])],
    ['RGB with alpha', { type: 6, depth: 8, width: 1, lines: six.map(() => [0, 0, 255, 255]) }, six.map(() => 29)],
    [
      'palette',
      { type: 3, depth: 2, width: 2, lines: six.map(() => [0b0110_0000]), palette: [0, 0, 0, 9, 9, 9, 200, 200, 200] },
      six.flatMap(() => [9, 200]),
    ],
  ])('reads a PNG in %s', async (_name, parts, grey) => {
    const { width, height, data } = await decodePicture(writePng(parts));
    expect([width, height]).toEqual([parts.width, 6]);
    // A grey that is mixed from equal colours may round down by one.
    for (const [at, value] of grey.entries()) expect(Math.abs((data[at] ?? -9) - value)).toBeLessThanOrEqual(1);
  });

  test('reads a JPEG', async () => {
    const { width, height, data } = await decodePicture(new Uint8Array(Buffer.from(jpeg, 'base64')));
    expect([width, height]).toEqual([16, 8]);
    expect([data[2], data[13]].map((value) => Math.round((value ?? 0) / 255))).toEqual([0, 1]);
  });

  test('shows transparent pixels as white paper', async () => {
    const { data } = await decodePicture(writePng({ type: 4, depth: 8, width: 1, lines: [[0, 0]] }));
    expect([...data]).toEqual([255]);
  });

  test('shows the missing part of a damaged file in black, never as empty paper', async () => {
    const { data } = await decodePicture(claimHeight(writePng({ type: 0, depth: 8, width: 1, lines: [[255]] }), 9));
    expect([...data]).toEqual([255, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test.each<[string, Uint8Array]>([
    ['an empty file', new Uint8Array()],
    ['another kind of file', Buffer.from('%PDF-1.7 and more')],
    ['a PNG that is cut off', writePng({ type: 0, depth: 8, width: 1, lines: [[1]] }).subarray(0, 20)],
    ['a JPEG that is cut off', new Uint8Array(Buffer.from(jpeg, 'base64').subarray(0, 30))],
  ])('throws for %s', async (_name, bytes) => {
    await expect(decodePicture(bytes)).rejects.toThrow();
  });
});

function claimHeight(png: Uint8Array, height: number): Uint8Array {
  const view = Buffer.from(png);
  view.writeUInt32BE(height, 20);
  // The checksum of the PNG's header chunk covers the name and the content of the chunk.
  view.writeUInt32BE(crc32(view.subarray(12, 29)), 29);
  return view;
}
