import { JpegImage, setVerbosityLevel } from 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs';
import type { GreyImage } from './grey-image.ts';
import { decodePng, mixGrey } from './png-image.ts';

// Damaged files are reported to the person who uploaded them, not on the console.
setVerbosityLevel(0);

/** Most pixels of a scanned page: A4 at 600 dpi has 35 million. */
export const mostScanPixels = 40_000_000;

/** Decodes a PNG or JPEG to grey. Throws if the file is damaged or of another kind. */
export const decodePicture = (bytes: Uint8Array): GreyImage => (bytes[0] === 0x89 ? decodePng(bytes) : decodeJpeg(bytes));

function decodeJpeg(bytes: Uint8Array): GreyImage {
  const image = new JpegImage();
  image.parse(bytes);
  // Only the brightness is needed: without the planes of colour, decoding takes a third less time.
  if (image.numComponents === 3 && image._isColorConversionNeeded)
    Object.assign(image, { components: image.components.slice(0, 1), numComponents: 1 });
  const { width, height, numComponents } = image;
  const values = image.getData({ width, height, forceRGB: numComponents !== 1 });
  if (numComponents === 1) return { width, height, data: new Uint8Array(values.buffer, values.byteOffset, values.length) };
  const data = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < data.length; at += 1, from += 3)
    data[at] = mixGrey(values[from] ?? 0, values[from + 1] ?? 0, values[from + 2] ?? 0);
  return { width, height, data };
}
