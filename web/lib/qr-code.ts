/**
 * QR codes (ISO/IEC 18004), bytes, error correction M, up to version 10: what stands on a ticket is short. Drawn once for a ticket, so it favours being
 * read over being fast.
 */

/** Version → codewords of data and of correction in each block, by (blocks, data) groups; correction M. */
const layouts: readonly { readonly ecc: number; readonly blocks: readonly (readonly [count: number, data: number])[] }[] = [
  { ecc: 10, blocks: [[1, 16]] },
  { ecc: 16, blocks: [[1, 28]] },
  { ecc: 26, blocks: [[1, 44]] },
  { ecc: 18, blocks: [[2, 32]] },
  { ecc: 24, blocks: [[2, 43]] },
  { ecc: 16, blocks: [[4, 27]] },
  { ecc: 18, blocks: [[4, 31]] },
  {
    ecc: 22,
    blocks: [
      [2, 38],
      [2, 39],
    ],
  },
  {
    ecc: 22,
    blocks: [
      [3, 36],
      [2, 37],
    ],
  },
  {
    ecc: 26,
    blocks: [
      [4, 43],
      [1, 44],
    ],
  },
];
const alignments: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/** Powers of 2 in GF(256) by x⁸+x⁴+x³+x²+1. */
const exponents = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  exponents[power] = value;
  exponents[power + 255] = value;
  logarithms[value] = power;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : (exponents[(logarithms[a] ?? 0) + (logarithms[b] ?? 0)] ?? 0));

/** Reed–Solomon: what is left of the data over the generator of so many roots. */
function correction(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let root = 0; root < count; root += 1) {
    const next = Array.from({ length: generator.length + 1 }, () => 0);
    for (const [at, factor] of generator.entries()) {
      next[at] = (next[at] ?? 0) ^ factor;
      next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, exponents[root] ?? 0);
    }
    generator = next;
  }
  const rest = Array.from({ length: count }, () => 0);
  for (const byte of data) {
    const lead = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (let at = 0; at < count; at += 1) rest[at] = (rest[at] ?? 0) ^ times(generator[at + 1] ?? 0, lead);
  }
  return rest;
}

const room = ({ blocks }: (typeof layouts)[number]): number => blocks.reduce((sum, [count, data]) => sum + count * data, 0);
const countBits = (version: number): number => (version < 10 ? 8 : 16);

function codewords(bytes: Uint8Array, version: number): number[] {
  const layout = layouts[version - 1];
  if (layout === undefined) throw new RangeError('too long for a code');
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  put(4, 4);
  put(bytes.length, countBits(version));
  for (const byte of bytes) put(byte, 8);
  const total = room(layout) * 8;
  put(0, Math.min(4, total - bits.length));
  while (bits.length % 8 > 0) bits.push(0);
  for (let pad = 0xec; bits.length < total; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = Array.from({ length: bits.length / 8 }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2));
  let from = 0;
  const blocks = layout.blocks.flatMap(([count, size]) =>
    Array.from({ length: count }, () => {
      from += size;
      return data.slice(from - size, from);
    }),
  );
  const checks = blocks.map((block) => correction(block, layout.ecc));
  const woven = (parts: readonly (readonly number[])[]): number[] =>
    Array.from({ length: Math.max(...parts.map((part) => part.length)) }, (_, at) => parts.flatMap((part) => part[at] ?? [])).flat();
  return [...woven(blocks), ...woven(checks)];
}

/** BCH: `value` with what is left of it over the generator. */
function withBch(value: number, generator: number, length: number): number {
  let rest = value << length;
  const top = 31 - Math.clz32(generator);
  for (let bit = 31 - Math.clz32(rest || 1); rest !== 0 && bit >= top; bit = 31 - Math.clz32(rest || 1)) rest ^= generator << (bit - top);
  return (value << length) | rest;
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** Rows of modules, true for dark, without the quiet zone (four modules of white around it). */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = layouts.findIndex((layout, at) => room(layout) * 8 >= 4 + countBits(at + 1) + bytes.length * 8) + 1;
  if (version === 0) throw new RangeError('too long for a code');
  const size = 17 + 4 * version;
  const grid: (boolean | undefined)[][] = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined));
  const put = (row: number, column: number, dark: boolean): void => {
    const line = grid[row];
    if (line !== undefined && column >= 0 && column < size) line[column] = dark;
  };
  const square = (row: number, column: number, reach: number, isDark: (distance: number) => boolean): void => {
    for (let y = -reach; y <= reach; y += 1)
      for (let x = -reach; x <= reach; x += 1) put(row + y, column + x, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let at = 8; at < size - 8; at += 1) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  const places = alignments[version - 1] ?? [];
  for (const row of places)
    for (const column of places) {
      const inCorner = (row === 6 && column === 6) || (row === 6 && column === size - 7) || (row === size - 7 && column === 6);
      if (!inCorner) square(row, column, 2, (distance) => distance !== 1);
    }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, (distance) => distance !== 2 && distance !== 4);
  const format = (mask: number): void => {
    // Correction M is 00.
    const bits = withBch(mask, 0x537, 10) ^ 0x5412;
    const bit = (at: number): boolean => ((bits >> at) & 1) === 1;
    for (let at = 0; at < 15; at += 1) {
      put(at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, 8, bit(at));
      put(8, at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at, bit(at));
    }
    put(size - 8, 8, true);
  };
  format(0);
  if (version >= 7) {
    const bits = withBch(version, 0x1f25, 12);
    for (let at = 0; at < 18; at += 1) {
      const dark = ((bits >> at) & 1) === 1;
      put(size - 11 + (at % 3), Math.floor(at / 3), dark);
      put(Math.floor(at / 3), size - 11 + (at % 3), dark);
    }
  }
  const stream = codewords(bytes, version).flatMap((word) => Array.from({ length: 8 }, (_, at) => (word >> (7 - at)) & 1));
  const data: (readonly [row: number, column: number, dark: boolean])[] = [];
  let next = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let n = 0; n < size; n += 1) {
      const row = up ? size - 1 - n : n;
      for (const column of [right, right - 1])
        if (grid[row]?.[column] === undefined) {
          data.push([row, column, stream[next] === 1]);
          next += 1;
        }
    }
    up = !up;
  }
  let best: { penalty: number; rows: boolean[][] } | undefined;
  for (const [at, mask] of masks.entries()) {
    format(at);
    for (const [row, column, dark] of data) put(row, column, dark !== mask(row, column));
    const rows = grid.map((line) => line.map((module) => module === true));
    const penalty = penaltyOf(rows);
    if (best === undefined || penalty < best.penalty) best = { penalty, rows };
  }
  return best?.rows ?? [];
}

/** How hard a pattern is to read: long runs, squares, what looks like a finder, and too much of one colour. */
function penaltyOf(rows: readonly (readonly boolean[])[]): number {
  const size = rows.length;
  const at = (row: number, column: number): boolean => rows[row]?.[column] === true;
  const finder = /(?=00001011101|10111010000)/g;
  let sum = 0;
  let dark = 0;
  for (let line = 0; line < size; line += 1)
    for (const along of [(n: number) => at(line, n), (n: number) => at(n, line)]) {
      const text = Array.from({ length: size }, (_, n) => (along(n) ? '1' : '0')).join('');
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
      sum += 40 * [...text.matchAll(finder)].length;
    }
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const here = at(row, column);
      if (here) dark += 1;
      const isSquare =
        row + 1 < size &&
        column + 1 < size &&
        [at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)].every((one) => one === here);
      if (isSquare) sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
