import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { computeBlobCrc, readStoredZip, createStoredZip } from './stored-zip.ts';

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const files = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z一-龥/]{1,12}$/), fc.uint8Array({ maxLength: 400 })), {
  maxLength: 6,
  selector: ([path]) => path,
});

describe('zip of stored files', () => {
  it('is read back unchanged, also by another library', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (entries) => {
        const zip = await createStoredZip(entries.map(([path, bytes]) => ({ path, content: new Blob([bytes]) })));
        if (zip === null) throw new Error('too large');
        const read = await readStoredZip(zip);
        expect([...(read?.keys() ?? [])]).toEqual(entries.map(([path]) => path));
        for (const [path, bytes] of entries) {
          const file = read?.get(path);
          expect(await bytesOf(file?.content ?? new Blob())).toEqual(new Uint8Array(bytes));
          expect(file?.crc).toBe(crc32(bytes));
        }
        const others = unzipSync(await bytesOf(zip));
        for (const [path, bytes] of entries) expect(others[path]).toEqual(new Uint8Array(bytes));
      }),
      { numRuns: 60 },
    );
  });

  it('is rejected when it is cut off or not a zip', async () => {
    const zip = await createStoredZip([{ path: 'a', content: new Blob(['一些文字']) }]);
    if (zip === null) throw new Error('too large');
    for (let to = 0; to < zip.size; to += 1) expect(await readStoredZip(zip.slice(0, to))).toBeNull();
    expect(await readStoredZip(new Blob(['<html>']))).toBeNull();
    expect(await computeBlobCrc(new Blob(['一些文字']))).toBe(crc32('一些文字'));
  });
});
