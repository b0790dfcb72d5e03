import type { PhotoRule } from '../../sync/contract/batch.ts';

/** A part of a picture, in its own pixels. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The picture, upright as it was taken; null: it is none, or one that this browser cannot open. */
export async function openPhoto(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
}

const qualities = [0.92, 0.85, 0.75, 0.65, 0.5] as const;
const jpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

/** The part at the size of the rule, as a JPEG of as many bytes as the rule takes; where none fits, the nearest to it. */
export async function cutPhoto(picture: ImageBitmap, crop: Crop, rule: PhotoRule): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [rule.width, rule.height];
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  // What is seen through is paper, and not the black a JPEG would make of it.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, rule.width, rule.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, crop.x, crop.y, crop.width, crop.height, 0, 0, rule.width, rule.height);
  let best: Blob | null = null;
  for (const quality of qualities) {
    best = await jpeg(canvas, quality);
    if (best === null || best.size <= rule.maxKb * 1024) break;
  }
  // A calm picture takes few bytes: finer, it has more.
  if (best !== null && best.size < rule.minKb * 1024) best = (await jpeg(canvas, 1)) ?? best;
  return best;
}

const share = 0.08;
/** What stands behind the head, by both upper corners of the part; null: neither white, blue nor red. */
export function backgroundOf(picture: ImageBitmap, crop: Crop): 'white' | 'blue' | 'red' | null {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [2, 1];
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) return null;
  const [w, h] = [crop.width * share, crop.height * share];
  pen.drawImage(picture, crop.x, crop.y, w, h, 0, 0, 1, 1);
  pen.drawImage(picture, crop.x + crop.width - w, crop.y, w, h, 1, 0, 1, 1);
  const { data } = pen.getImageData(0, 0, 2, 1);
  const mean = (at: number): number => ((data[at] ?? 0) + (data[at + 4] ?? 0)) / 2;
  const [red, green, blue] = [mean(0), mean(1), mean(2)];
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (least > 215 && most - least < 18) return 'white';
  if (blue === most && blue - red > 24) return 'blue';
  return red === most && red - blue > 60 && red - green > 60 ? 'red' : null;
}

export const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });

/** The picture behind a `data:` address, as a file to send. */
export function fileOfDataUrl(url: string, name: string): File | null {
  const [, type, coded] = /^data:(image\/[a-z]+);base64,(.+)$/.exec(url) ?? [];
  if (type === undefined || coded === undefined) return null;
  const bytes = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
  return new File([bytes], name, { type });
}
