import type { PhotoRule } from '../../../sync/contract/applications/batch.ts';
import { decodeBase64 } from '../base64.ts';

/** A part of a picture, in pixels of the picture. */
export interface PhotoCrop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Decodes a photo and turns it upright. Returns null if the browser cannot decode it. */
export async function openPhoto(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
}

const qualities = [0.92, 0.85, 0.75, 0.65, 0.5] as const;
const encodeJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

/**
 * Cuts out a part of a picture and scales it to the size that `rule` demands. Returns a JPEG within the limits of `rule` in bytes, or as near to them
 * as possible; null if it cannot be encoded.
 */
export async function cropPhoto(picture: ImageBitmap, crop: PhotoCrop, rule: PhotoRule): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [rule.width, rule.height];
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  // Fill the canvas with white: JPEG has no transparency, and transparent parts would become black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, rule.width, rule.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, crop.x, crop.y, crop.width, crop.height, 0, 0, rule.width, rule.height);
  let best: Blob | null = null;
  for (const quality of qualities) {
    best = await encodeJpeg(canvas, quality);
    if (best === null || best.size <= rule.maxKb * 1024) break;
  }
  // The file is below the rule's minimum size, so encode it with the best quality.
  if (best !== null && best.size < rule.minKb * 1024) best = (await encodeJpeg(canvas, 1)) ?? best;
  return best;
}

const share = 0.08;
/** Returns the colour behind the head, read from both upper corners; null if it is not white, blue or red. */
export function detectBackground(picture: ImageBitmap, crop: PhotoCrop): 'white' | 'blue' | 'red' | null {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [2, 1];
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) return null;
  const [w, h] = [crop.width * share, crop.height * share];
  pen.drawImage(picture, crop.x, crop.y, w, h, 0, 0, 1, 1);
  pen.drawImage(picture, crop.x + crop.width - w, crop.y, w, h, 1, 0, 1, 1);
  const { data } = pen.getImageData(0, 0, 2, 1);
  const computeMean = (at: number): number => ((data[at] ?? 0) + (data[at + 4] ?? 0)) / 2;
  const [red, green, blue] = [computeMean(0), computeMean(1), computeMean(2)];
  const [brightest, darkest] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (darkest > 215 && brightest - darkest < 18) return 'white';
  if (blue === brightest && blue - red > 24) return 'blue';
  return red === brightest && red - blue > 60 && red - green > 60 ? 'red' : null;
}

export const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });

/** Converts a `data:` address of a picture into a file. Returns null if it is not one. */
export function fromDataUrl(url: string, name: string): File | null {
  const [, type, coded] = /^data:(image\/[a-z]+);base64,(.+)$/.exec(url) ?? [];
  if (type === undefined || coded === undefined) return null;
  return new File([decodeBase64(coded)], name, { type });
}

export interface PhotoFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
/** Largest accepted photo in bytes. */
const maxPhotoBytes = 2_000_000;
const picture = /\.(?:jpe?g|png|webp)$/i;

/** Returns a file's name without folders and extension: an ID, ticket or student number. */
export const getPhotoKey = (name: string): string => (name.split(/[\\/]/).pop() ?? '').replace(picture, '').trim();
const isPhotoFile = (name: string): boolean => picture.test(name) && !name.startsWith('__MACOSX');

/** Reads the photos of files and zip archives. `left` names the files that are too large or not pictures. */
export async function readPhotos(files: readonly File[]): Promise<{ photos: PhotoFile[]; left: string[] }> {
  const photos: PhotoFile[] = [];
  const skippedNames: string[] = [];
  const take = (name: string, bytes: Uint8Array<ArrayBuffer>): void => {
    if (isPhotoFile(name) && bytes.length > 0 && bytes.length <= maxPhotoBytes) photos.push({ name, bytes });
    else skippedNames.push(name);
  };
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!/\.zip$/i.test(file.name)) {
      take(file.name, bytes);
      continue;
    }
    const { unzip } = await import('fflate');
    await new Promise<void>((resolve, reject) => {
      unzip(
        bytes,
        {
          filter: ({ name, originalSize }) => {
            const fits = isPhotoFile(name) && originalSize <= maxPhotoBytes;
            if (!fits && !name.endsWith('/') && !name.startsWith('__MACOSX')) skippedNames.push(name);
            return fits;
          },
        },
        (error, found) => {
          if (error) return reject(error);
          for (const [name, each] of Object.entries(found)) take(name, Uint8Array.from(each));
          return resolve();
        },
      );
    });
  }
  return { photos, left: skippedNames };
}
