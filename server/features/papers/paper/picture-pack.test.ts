import { expect, it } from 'vitest';
import { maxPictureBytes, packPictures, embedPictures } from './picture-pack.ts';

const url = `/uploads/${'a'.repeat(32)}.png`;
const stem = `<p>甲<img src="${url}"></p>`;
const uploads = (bytes: number) => {
  let read = 0;
  return {
    dataAddress: () => Promise.resolve(`data:image/png;base64,${'A'.repeat(bytes)}` as const).finally(() => (read += 1)),
    mediaAddress: () => Promise.resolve('missing' as const),
    read: () => read,
  };
};

it('packPictures counts a picture for each time it appears, and embedPictures puts it into the HTML', async () => {
  const pack = await packPictures([{ itemId: 'q1', html: stem + stem }], uploads(10));
  expect(pack.totalBytes).toBe(64);
  expect(embedPictures(stem, pack.addresses)).toBe(`<p>甲<img src="data:image/png;base64,AAAAAAAAAA"></p>`);
});

it('packPictures stops reading when the pictures exceed the limit', async () => {
  const heavy = uploads(maxPictureBytes / 2);
  const items = Array.from({ length: 50 }, (_, at) => ({
    itemId: `q${at}`,
    html: `<img src="/uploads/${String(at).padStart(32, '0')}.png">`,
  }));
  const pack = await packPictures(items, heavy);
  expect(pack.totalBytes).toBeGreaterThan(maxPictureBytes);
  expect(pack.addresses.size).toBe(0);
  expect(heavy.read()).toBeLessThan(12);
  const repeatedPack = await packPictures([{ itemId: 'q', html: stem.repeat(1000) }], uploads(maxPictureBytes / 2));
  expect(repeatedPack.addresses.size).toBe(0);
});
