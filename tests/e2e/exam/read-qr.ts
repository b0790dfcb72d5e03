import type { Locator } from '@playwright/test';

/** Dots of a QR code, row by row. True is a dark dot. */
type Grid = readonly (readonly boolean[])[];

/** Reads a QR code from its picture on the screen, by the rules of ISO/IEC 18004. Supports only small codes of one block. */
export async function readQr(picture: Locator): Promise<string> {
  const png = (await picture.screenshot({ scale: 'css' })).toString('base64');
  return textIn(await picture.page().evaluate(gridOf, png));
}

/**
 * Runs in the page, which can decode pictures. Reads the code's dots. Their size follows from the upper left finder pattern, which is seven dots
 * wide.
 */
async function gridOf(png: string): Promise<boolean[][]> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const dark = (x: number, y: number) => (data[(Math.floor(y) * width + Math.floor(x)) * 4] ?? 255) < 128;
  const xs = Array.from({ length: width }, (_, x) => x);
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) => xs.some((x) => dark(x, y)));
  const columns = xs.filter((x) => rows.some((y) => dark(x, y)));
  const [left, right, top] = [columns[0] ?? 0, (columns.at(-1) ?? 0) + 1, rows[0] ?? 0];
  let mark = left;
  while (dark(mark, top + 1)) mark += 1;
  const size = Math.round((right - left) / ((mark - left) / 7));
  const module = (right - left) / size;
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_none, x) => dark(left + (x + 0.5) * module, top + (y + 0.5) * module)),
  );
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function textIn(grid: Grid): string {
  const size = grid.length;
  const version = (size - 17) / 4;
  // In codes up to version 5 with the lowest error correction, all codewords are in one block.
  if (!Number.isInteger(version) || version < 1 || version > 5) throw new Error(`a code of ${size} modules can't be read here`);
  const at = (x: number, y: number) => grid[y]?.[x] ?? false;
  const format = [0, 1, 2, 3, 4].reduce((sum, x) => sum * 2 + Number(at(x, 8)), 0) ^ 0b10101;
  if (format >> 3 !== 0b01) throw new Error('not of the level L');
  const mask = masks[format & 7];
  const isFixed = (x: number, y: number): boolean =>
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    x === 6 ||
    y === 6 ||
    (version > 1 && Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2);
  const bits: boolean[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step;
        if (!isFixed(x, y)) bits.push(at(x, y) !== mask?.(x, y));
      }
    up = !up;
  }
  const number = (from: number, length: number) => bits.slice(from, from + length).reduce((sum, bit) => sum * 2 + Number(bit), 0);
  if (number(0, 4) !== 0b0100) throw new Error('not a text of bytes');
  return Buffer.from(Array.from({ length: number(4, 8) }, (_, n) => number(12 + n * 8, 8))).toString('utf8');
}
