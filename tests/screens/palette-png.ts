import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const mostColours = 256;
/** Entries of the palette for the most frequent colours. The others are for rare colours that differ most from these. */
const frequentColours = 192;
const colourType = { rgb: 2, palette: 3, rgba: 6 } as const;
/** Colours whose squared distance over the three channels is below this count as one. */
const alike = 10;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Colour of each pixel as 0xRRGGBB, row by row. */
  readonly colours: Uint32Array;
}

interface PngChunk {
  readonly name: string;
  readonly data: Buffer;
}

/** Splits a PNG into its chunks, in file order; a name may occur several times. */
function chunksOf(png: Buffer): PngChunk[] {
  const chunks = [];
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/**
 * Decodes a browser's screenshot: eight bits per channel, with or without alpha, not interlaced (PNG 9.2: each row has its own filter).
 * Throws for any other PNG.
 */
function decode(chunks: readonly PngChunk[], head: Buffer): Pixels {
  const [width, height, depth, type, interlace] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8], head[9], head[12]];
  if (depth !== 8 || interlace !== 0 || (type !== colourType.rgb && type !== colourType.rgba))
    throw new Error(`a PNG of depth ${depth}, colour type ${type}, interlace ${interlace} cannot be decoded`);
  const size = type === colourType.rgba ? 4 : 3;
  const raw = inflateSync(Buffer.concat(chunks.filter((chunk) => chunk.name === 'IDAT').map((chunk) => chunk.data)));
  const stride = width * size;
  const colours = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const from = y * (stride + 1);
    const row = new Uint8Array(raw.subarray(from + 1, from + 1 + stride));
    const filter = raw[from] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const left = x < size ? 0 : (row[x - size] ?? 0);
      const up = above[x] ?? 0;
      const corner = x < size ? 0 : (above[x - size] ?? 0);
      row[x] = (row[x] ?? 0) + guess(filter, left, up, corner);
    }
    for (let x = 0; x < width; x += 1) {
      const at = x * size;
      colours[y * width + x] = ((row[at] ?? 0) << 16) | ((row[at + 1] ?? 0) << 8) | (row[at + 2] ?? 0);
    }
    above = row;
  }
  return { width, height, colours };
}

function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [byLeft, byUp, byCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner;
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  for (let at = 1; at < palette.length; at += 1) if (distance(palette[at] ?? 0, colour) < distance(palette[best] ?? 0, colour)) best = at;
  return best;
}

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/**
 * Chooses the colours of the palette: the most frequent ones, then the ones farthest from all chosen. Without the latter, a small red sign on a
 * page of many greys would become grey. `common`: all colours, the most frequent first.
 */
function choosePalette(common: readonly number[]): number[] {
  const palette: number[] = [];
  /** Colours outside the palette, each with its squared distance to the nearest colour in it. */
  let others = common.map((colour) => ({ colour, gap: Infinity }));
  while (palette.length < mostColours) {
    const isFrequent = palette.length < frequentColours;
    const next = isFrequent ? others[0] : others.reduce((far, other) => (other.gap > far.gap ? other : far), { colour: 0, gap: -1 });
    if (next === undefined || next.gap < alike) break;
    palette.push(next.colour);
    others = others
      .map(({ colour, gap }) => ({ colour, gap: Math.min(gap, distance(colour, next.colour)) }))
      .filter(({ gap }) => gap >= alike);
  }
  return palette;
}

/**
 * Reduces a picture to a palette of 256 colours. This saves two thirds of the bytes, and a page looks the same. A picture that has a palette
 * already is returned as it is.
 */
export function encodePalettePng(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const ihdr = chunks[0]?.data ?? Buffer.alloc(13);
  if (ihdr[9] === colourType.palette) return png;
  const { width, height, colours } = decode(chunks, ihdr);
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const common = [...counts].toSorted((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const palette = choosePalette(common);
  const places = new Map(common.map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, colour] of colours.entries()) rows[Math.floor(at / width) + at + 1] = places.get(colour) ?? 0;
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, colourType.palette, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
