import decodeQR from 'qr/decode.js';
import { cardFrame } from '../../../../sync/domain/answer-card/card-layout.ts';
import { type GreyImage, sampleImage } from './grey-image.ts';
import type { PagePosition } from './page-position.ts';

const { xMm, yMm, sideMm, modules } = cardFrame.code;
const moduleMm = sideMm / modules;
const quiet = 4;
const modulePx = 4;
const side = (modules + 2 * quiet) * modulePx;

/** Reads the QR code at its place on the page. Each module is measured by itself, so that shadow and noise don't reach the decoder. */
export function readPageCode(image: GreyImage, { project }: PagePosition): string | undefined {
  const grey = (column: number, row: number): number => {
    let sum = 0;
    for (const dx of [0.3, 0.5, 0.7])
      for (const dy of [0.3, 0.5, 0.7]) {
        const { x, y } = project(xMm + (column + dx) * moduleMm, yMm + (row + dy) * moduleMm);
        sum += sampleImage(image, x, y);
      }
    return sum / 9;
  };
  const values = Array.from({ length: modules }, (_, row) => Array.from({ length: modules }, (_each, column) => grey(column, row)));
  const pixels = new Uint8Array(side * side * 4).fill(255);
  values.forEach((line, row) =>
    line.forEach((value, column) => {
      if (value < limitNear(values, column, row)) paintModule(pixels, column + quiet, row + quiet);
    }),
  );
  try {
    return decodeQR({ width: side, height: side, data: pixels });
  } catch {
    return undefined;
  }
}

/** Modules to each side that the limit between dark and light is taken from. */
const reach = 6;

/** Returns the middle between the darkest and the lightest module nearby. */
function limitNear(values: readonly (readonly number[])[], column: number, row: number): number {
  let [least, most] = [255, 0];
  for (const line of values.slice(Math.max(0, row - reach), row + reach + 1))
    for (const value of line.slice(Math.max(0, column - reach), column + reach + 1)) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
  return (least + most) / 2;
}

function paintModule(pixels: Uint8Array, column: number, row: number): void {
  for (let y = row * modulePx; y < (row + 1) * modulePx; y += 1)
    pixels.fill(0, (y * side + column * modulePx) * 4, (y * side + (column + 1) * modulePx) * 4);
  for (let y = row * modulePx; y < (row + 1) * modulePx; y += 1)
    for (let x = column * modulePx; x < (column + 1) * modulePx; x += 1) pixels[(y * side + x) * 4 + 3] = 255;
}
