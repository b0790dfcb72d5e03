/** Grey picture, row by row; 0 is black, 255 is white. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
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
