import type { Point } from '../../../../sync/domain/answer-card/card-projection.ts';
import type { GreyImage } from './grey-image.ts';

/** A connected dark region that looks like a filled square. `side`: mean of width and height in pixels. */
export interface DarkSquare extends Point {
  readonly side: number;
}

/** A pixel is dark if it has less than this share of the mean of its surroundings. */
const darkShare = 0.62;
/** Sides of a mark as shares of the picture's shorter side: a card that fills the picture has 0.029. */
const [leastSide, mostSide] = [0.012, 0.05];

/** Finds filled dark squares in a small picture, under any lighting. */
export function findDarkSquares(image: GreyImage): DarkSquare[] {
  const { width, height } = image;
  const dark = markDark(image);
  const stack = new Int32Array(width * height);
  const short = Math.min(width, height);
  const squares: DarkSquare[] = [];
  for (let start = 0; start < dark.length; start += 1) {
    if (dark[start] !== 1) continue;
    let depth = 0;
    stack[depth++] = start;
    dark[start] = 0;
    let [area, sumX, sumY, left, right, top, bottom] = [0, 0, 0, width, 0, height, 0];
    const visit = (at: number): void => {
      if (dark[at] !== 1) return;
      dark[at] = 0;
      stack[depth++] = at;
    };
    while (depth > 0) {
      const at = stack[--depth] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      area += 1;
      sumX += x;
      sumY += y;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (y > 0) visit(at - width);
      if (y < height - 1) visit(at + width);
    }
    const [boxWidth, boxHeight] = [right - left + 1, bottom - top + 1];
    const side = (boxWidth + boxHeight) / 2;
    const ratio = boxWidth / boxHeight;
    const looksSquare = ratio > 0.62 && ratio < 1.6 && area > 0.6 * boxWidth * boxHeight;
    if (looksSquare && side > leastSide * short && side < mostSide * short) squares.push({ x: sumX / area, y: sumY / area, side });
  }
  return squares;
}

/** Returns 1 for each pixel that is dark beside its surroundings, else 0. */
function markDark({ width, height, data }: GreyImage): Uint8Array {
  const reach = Math.round(Math.min(width, height) / 12);
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let line = 0;
    for (let x = 0; x < width; x += 1) {
      line += data[y * width + x] ?? 0;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + line;
    }
  }
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [above, below] = [Math.max(0, y - reach) * stride, Math.min(height, y + reach + 1) * stride];
    const lines = (below - above) / stride;
    for (let x = 0; x < width; x += 1) {
      const [first, last] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum = (sums[below + last] ?? 0) - (sums[above + last] ?? 0) - (sums[below + first] ?? 0) + (sums[above + first] ?? 0);
      if ((data[y * width + x] ?? 0) * lines * (last - first) < darkShare * sum) dark[y * width + x] = 1;
    }
  }
  return dark;
}
