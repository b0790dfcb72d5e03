import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodePalettePng } from './palette-png.ts';

const width = 100;
const height = 100;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function makeChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Encodes a picture of 100 × 100 pixels as an RGB PNG without row filters. `getColour` returns 0xRRGGBB. */
function makePng(getColour: (x: number, y: number) => number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows.writeUIntBE(getColour(x, y), y * (width * 3 + 1) + 1 + x * 3, 3);
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]);
  const end = makeChunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, makeChunk('IHDR', head), makeChunk('IDAT', deflateSync(rows)), end]);
}

/** Reads the colour of a pixel from an encoded palette PNG, whose chunks are IHDR, PLTE, IDAT, IEND. */
function readColour(png: Buffer, x: number, y: number): number {
  const paletteAt = 8 + 25;
  const pixelsAt = paletteAt + 12 + png.readUInt32BE(paletteAt);
  const rows = inflateSync(png.subarray(pixelsAt + 8, pixelsAt + 8 + png.readUInt32BE(pixelsAt)));
  return png.readUIntBE(paletteAt + 8 + 3 * (rows[y * (width + 1) + 1 + x] ?? 0), 3);
}

it('a picture with few colours keeps each of them', () => {
  const getColour = (x: number, y: number) => (x < 50 ? 0xffffff : 0x204a80) - (y < 50 ? 0 : 0x200000);
  const png = encodePalettePng(makePng(getColour));
  for (const [x, y] of [
    [0, 0],
    [99, 0],
    [0, 99],
    [99, 99],
  ] as const)
    expect(readColour(png, x, y)).toBe(getColour(x, y));
});

it('a picture with a palette stays as it is', () => {
  const png = encodePalettePng(makePng((x) => x * 0x020202));
  expect(encodePalettePng(png)).toBe(png);
});

it('a rare red sign stays red on a page of many frequent shades', () => {
  const red = 0xc0281c;
  // 5000 shades of blue and grey, each more frequent than the red.
  const getColour = (x: number, y: number) => {
    const shade = Math.floor((y * width + x) / 2);
    return x === 99 && y === 99 ? red : ((shade % 60) * 4 * 0x010100) | (Math.floor(shade / 60) * 3);
  };
  const png = encodePalettePng(makePng(getColour));
  expect(readColour(png, 99, 99)).toBe(red);
});

it('a PNG that is neither a screenshot nor has a palette is refused', () => {
  const grey = makePng(() => 0);
  grey[25] = 0;
  expect(() => encodePalettePng(grey)).toThrow('colour type 0');
});
