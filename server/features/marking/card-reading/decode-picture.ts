import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import type { GreyImage } from './grey-image.ts';

/** Most pixels of a scanned page: A4 at 600 dpi has 35 million. */
export const mostScanPixels = 40_000_000;

/** Lines that are converted to grey at a time, so that a large picture needs no second copy in colour. */
const bandLines = 256;

/** Decodes a PNG or JPEG to grey, turned upright as its file says. Throws if the file is of another kind or has no readable start. */
export async function decodePicture(bytes: Uint8Array): Promise<GreyImage> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const data = new Uint8Array(width * height);
  for (let top = 0; top < height; top += bandLines) data.set(readBand(image, top, Math.min(bandLines, height - top)), top * width);
  return { width, height, data };
}

/** Returns the brightness of the lines from `top` on; transparent places are white. */
function readBand(image: Image, top: number, lines: number): Uint8Array {
  const context = createCanvas(image.width, lines).getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, image.width, lines);
  context.drawImage(image, 0, -top);
  const { data } = context.getImageData(0, 0, image.width, lines);
  const grey = new Uint8Array(image.width * lines);
  // Weights of red, green and blue in 256ths.
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4)
    grey[at] = (77 * (data[from] ?? 0) + 150 * (data[from + 1] ?? 0) + 29 * (data[from + 2] ?? 0)) >> 8;
  return grey;
}
