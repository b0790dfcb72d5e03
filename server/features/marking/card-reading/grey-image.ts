/** Grey picture, row by row; 0 is black, 255 is white. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Shrinks a picture by a whole factor; each new pixel is the mean of `factor` × `factor` old ones. */
export function shrinkImage({ width, height, data }: GreyImage, factor: number): GreyImage {
  const [newWidth, newHeight] = [Math.floor(width / factor), Math.floor(height / factor)];
  const shrunk = new Uint8Array(newWidth * newHeight);
  const sums = new Uint32Array(newWidth);
  const each = 1 / (factor * factor);
  for (let y = 0; y < newHeight; y += 1) {
    sums.fill(0);
    for (let line = 0; line < factor; line += 1) {
      let at = (y * factor + line) * width;
      for (let x = 0; x < newWidth; x += 1) {
        let sum = 0;
        for (let step = 0; step < factor; step += 1, at += 1) sum += data[at] ?? 0;
        sums[x] = (sums[x] ?? 0) + sum;
      }
    }
    for (let x = 0; x < newWidth; x += 1) shrunk[y * newWidth + x] = (sums[x] ?? 0) * each;
  }
  return { width: newWidth, height: newHeight, data: shrunk };
}

/** Returns the interpolated grey value at a point, where (0, 0) is the middle of the first pixel. Points outside take the nearest pixel. */
export function sampleImage({ width, height, data }: GreyImage, x: number, y: number): number {
  const insideX = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x;
  const insideY = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y;
  const [left, top] = [Math.floor(insideX), Math.floor(insideY)];
  const [shareX, shareY] = [insideX - left, insideY - top];
  const at = top * width + left;
  const above = (data[at] ?? 0) * (1 - shareX) + (data[at + 1] ?? 0) * shareX;
  const below = (data[at + width] ?? 0) * (1 - shareX) + (data[at + width + 1] ?? 0) * shareX;
  return above * (1 - shareY) + below * shareY;
}

/** Maps millimetres on the page to pixels of the picture. */
export type Projection = (xMm: number, yMm: number) => Point;

/** Fits the perspective projection that maps four points to four others. Returns undefined if three points lie on a line. */
export function fitProjection(from: readonly Point[], to: readonly Point[]): Projection | undefined {
  const rows = from.flatMap(({ x, y }, at) => {
    const { x: u, y: v } = to[at] ?? { x: 0, y: 0 };
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const solved = solveLinear(rows);
  if (solved === undefined) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solved;
  return (x, y) => {
    const scale = 1 / (g * x + h * y + 1);
    return { x: (a * x + b * y + c) * scale, y: (d * x + e * y + f) * scale };
  };
}

/** Solves linear equations by elimination with pivots; the last column holds the right side. */
function solveLinear(rows: number[][]): number[] | undefined {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row;
    const pivot = rows[best] ?? [];
    rows[best] = rows[column] ?? [];
    rows[column] = pivot;
    const divisor = pivot[column] ?? 0;
    if (Math.abs(divisor) < 1e-9) return undefined;
    rows.forEach((row, at) => {
      const factor = at === column ? 0 : (row[column] ?? 0) / divisor;
      if (factor !== 0) for (let k = column; k <= size; k += 1) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0);
    });
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
