import type { PhotoRule } from '../../contract/applications/batch.ts';
import type { BilingualLabel } from '../../contract/resource.ts';

/** Facts of a picture: read in the browser before the upload, and on the server after it. */
export interface PictureFacts {
  readonly sizeBytes: number;
  /** Width and height of the picture; null if the file is not a picture or they are unknown. */
  readonly pixels: { readonly width: number; readonly height: number } | null;
}

const toKb = (bytes: number): number => Math.round(bytes / 1024);

/**
 * Checks an applicant's photo against the rule of the enrolment batch. Browser and server share it. Returns a message, or undefined if the photo is
 * accepted.
 */
export function checkPhoto(rule: PhotoRule, { sizeBytes, pixels }: PictureFacts): BilingualLabel | undefined {
  if (pixels === null) return ['这张照片打不开，请换一张', 'This photo cannot be opened. Choose another'];
  if (pixels.width !== rule.width || pixels.height !== rule.height)
    return [
      `照片要 ${rule.width}×${rule.height} 像素，这张是 ${pixels.width}×${pixels.height}`,
      `The photo must be ${rule.width}×${rule.height} pixels. This one is ${pixels.width}×${pixels.height}`,
    ];
  if (sizeBytes > rule.maxKb * 1024)
    return [
      `照片不能超过 ${rule.maxKb} KB，这张 ${toKb(sizeBytes)} KB`,
      `The photo can have at most ${rule.maxKb} KB. This one has ${toKb(sizeBytes)} KB`,
    ];
  if (sizeBytes < rule.minKb * 1024)
    return [
      `照片至少 ${rule.minKb} KB，这张只有 ${toKb(sizeBytes)} KB，请换一张更清晰的`,
      `The photo needs at least ${rule.minKb} KB. This one has only ${toKb(sizeBytes)} KB. Choose a sharper one`,
    ];
  return undefined;
}

/** Returns the largest part of a picture in the rule's shape. It is centred, and in a tall picture slightly above the centre, where the head is. */
export function computePhotoCrop(
  { width, height }: { readonly width: number; readonly height: number },
  rule: Pick<PhotoRule, 'width' | 'height'>,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
  const scale = Math.min(width / rule.width, height / rule.height);
  const [w, h] = [rule.width * scale, rule.height * scale];
  return { x: Math.max(0, (width - w) / 2), y: Math.max(0, (height - h) * 0.35), width: w, height: h };
}
