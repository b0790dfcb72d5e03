import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFolderStore } from '../../../object-store/folder-store.ts';
import { serveUpload } from './upload-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'wenkao-upload-'));
const bytes = randomBytes(9 * 1024 * 1024);
const name = `${'ab'.repeat(16)}.mp4`;
const objects = createFolderStore(folder);
await objects.put(name, bytes);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stored = { kind: 'mp4', sizeBytes: bytes.length, sha256: Buffer.alloc(32), originalName: '影片.mp4', guarded: true } as const;
const ask = (headers: Record<string, string>) =>
  serveUpload(objects, name, stored, new Request('http://school/media/film.mp4', { headers }));
const digested = { 'want-content-digest': 'sha-256=1' };

it('serveUpload returns a checksum for each requested range', async () => {
  const piece = await ask({ range: 'bytes=100-4194403', ...digested });
  const got = Buffer.from((await piece?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(got.equals(bytes.subarray(100, 4_194_404))).toBe(true);
  expect(piece?.headers.get('content-digest')).toBe(`sha-256=:${createHash('sha256').update(got).digest('base64')}:`);
});

it('serveUpload computes no checksum unless the request asks for it, and none of a whole film', async () => {
  expect((await ask({ range: 'bytes=100-199' }))?.headers.get('content-digest')).toBeNull();
  expect((await ask({ range: 'bytes=0-', ...digested }))?.headers.get('content-digest')).toBeNull();
  expect((await ask(digested))?.headers.get('content-digest')).toBeNull();
});
