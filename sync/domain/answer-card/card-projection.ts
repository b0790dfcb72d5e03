import { cardFrame } from './card-layout.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Maps a position on a page in millimetres to a position in the scanned picture in pixels. */
export type PageProjection = (xMm: number, yMm: number) => Point;

/** Fits the perspective projection that maps four points to four others. Returns undefined if three points lie on a line. */
export function fitProjection(from: readonly Point[], to: readonly Point[]): PageProjection | undefined {
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

/**
 * Solves linear equations by Gaussian elimination. The last column of each row is the right side of its equation. Returns undefined if there
 * is no unique solution.
 */
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

/** Fits the projection of a scanned page. `corners`: centres of its corner squares in pixels, clockwise from the page's top left. */
export const fitCardProjection = (corners: readonly Point[]): PageProjection | undefined =>
  fitProjection(
    cardFrame.corners.map(({ xMm, yMm }) => ({ x: xMm, y: yMm })),
    corners,
  );
