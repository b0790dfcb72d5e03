import { expect, it } from 'vitest';
import { qrCode } from './qr-code.ts';

/** Reads a code back as a scanner does once it has the modules: mask, order of the modules, blocks; without correcting anything. */
function read(rows: readonly (readonly boolean[])[]): string {
  const size = rows.length;
  const version = (size - 17) / 4;
  const at = (row: number, column: number): boolean => rows[row]?.[column] === true;
  let format = 0;
  for (let n = 0; n < 15; n += 1) if (at(n < 6 ? n : n < 8 ? n + 1 : size - 15 + n, 8)) format |= 1 << n;
  let second = 0;
  for (let n = 0; n < 15; n += 1) if (at(8, n < 8 ? size - 1 - n : n < 9 ? 7 : 14 - n)) second |= 1 << n;
  expect(second).toBe(format);
  const mask = ((format ^ 0x5412) >> 10) & 7;
  expect((format ^ 0x5412) >> 13).toBe(0);
  const isMasked = (r: number, c: number): boolean =>
    [
      (r + c) % 2,
      r % 2,
      c % 3,
      (r + c) % 3,
      (Math.floor(r / 2) + Math.floor(c / 3)) % 2,
      ((r * c) % 2) + ((r * c) % 3),
      (((r * c) % 2) + ((r * c) % 3)) % 2,
      (((r + c) % 2) + ((r * c) % 3)) % 2,
    ][mask] === 0;
  const centres = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38]][version - 1] ?? [];
  const isFixed = (r: number, c: number): boolean => {
    if ((r < 9 && c < 9) || (r < 9 && c >= size - 8) || (r >= size - 8 && c < 9) || r === 6 || c === 6) return true;
    if (version >= 7 && ((r < 6 && c >= size - 11) || (c < 6 && r >= size - 11))) return true;
    return centres.some((y) =>
      centres.some((x) => {
        const corner = (y === 6 && x === 6) || (y === 6 && x === size - 7) || (y === size - 7 && x === 6);
        return !corner && Math.abs(r - y) <= 2 && Math.abs(c - x) <= 2;
      }),
    );
  };
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let n = 0; n < size; n += 1) {
      const row = up ? size - 1 - n : n;
      for (const column of [right, right - 1]) if (!isFixed(row, column)) bits.push(Number(at(row, column) !== isMasked(row, column)));
    }
    up = !up;
  }
  const blocks = [1, 1, 1, 2, 2, 4, 4][version - 1] ?? 1;
  const size1 = [16, 28, 44, 32, 43, 27, 31][version - 1] ?? 0;
  const words = Array.from({ length: blocks * size1 }, (_, n) => Number.parseInt(bits.slice(n * 8, n * 8 + 8).join(''), 2));
  const data = Array.from({ length: blocks }, (_, block) => words.filter((_word, n) => n % blocks === block)).flat();
  const stream = data.flatMap((word) => Array.from({ length: 8 }, (_, n) => (word >> (7 - n)) & 1));
  const number = (from: number, length: number): number => Number.parseInt(stream.slice(from, from + length).join(''), 2);
  expect(number(0, 4)).toBe(4);
  const count = number(4, 8);
  return new TextDecoder().decode(Uint8Array.from({ length: count }, (_, n) => number(12 + n * 8, 8)));
}

it.each(['A', 'WK1|12|20260105', 'WK1|1234567|2026-考场-000123', 'x'.repeat(60), 'y'.repeat(100)])('%s is read back', (text) => {
  expect(read(qrCode(text))).toBe(text);
});

it('knows the format words and the first corner of the standard', () => {
  // Annex C: correction M, mask 5 is 100000011001110; so the words of all masks are told from one another by BCH.
  const rows = qrCode('WK1|12|20260105');
  expect(rows.slice(0, 7).map((row) => row.slice(0, 7).map(Number).join(''))).toEqual([
    '1111111',
    '1000001',
    '1011101',
    '1011101',
    '1011101',
    '1000001',
    '1111111',
  ]);
});

it('refuses what is too long', () => {
  expect(() => qrCode('z'.repeat(300))).toThrow(RangeError);
});
