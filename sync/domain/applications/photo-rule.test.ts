import { expect, it } from 'vitest';
import { computePhotoCrop, checkPhoto } from './photo-rule.ts';

const rule = { width: 295, height: 413, minKb: 10, maxKb: 200, background: 'white' } as const;
const facts = (width: number, height: number, kb: number) => ({ pixels: { width, height }, sizeBytes: kb * 1024 });

it.each([
  [facts(295, 413, 86), undefined],
  [facts(295, 413, 10), undefined],
  [facts(295, 413, 200), undefined],
  [facts(413, 295, 86), '照片要 295×413 像素，这张是 413×295'],
  [facts(295, 413, 201), '照片不能超过 200 KB，这张 201 KB'],
  [facts(295, 413, 9), '照片至少 10 KB，这张只有 9 KB，请换一张更清晰的'],
  [{ pixels: null, sizeBytes: 86 * 1024 }, '这张照片打不开，请换一张'],
])('checkPhoto checks a photo by the rule of its batch: %j', (photo, said) => {
  expect(checkPhoto(rule, photo)?.[0]).toBe(said);
});

it.each([
  [3024, 4032],
  [4032, 3024],
  [295, 413],
  [100, 4000],
])('computePhotoCrop cuts from %i by %i a part of the required shape that lies within the photo', (width, height) => {
  const crop = computePhotoCrop({ width, height }, rule);
  expect(crop.width / crop.height).toBeCloseTo(295 / 413, 6);
  expect(crop.x).toBeGreaterThanOrEqual(0);
  expect(crop.y).toBeGreaterThanOrEqual(0);
  expect(crop.x + crop.width).toBeLessThanOrEqual(width + 1e-6);
  expect(crop.y + crop.height).toBeLessThanOrEqual(height + 1e-6);
});
