import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { FreeSpace } from '../../../server/free-space.ts';
import { mountUploads } from '../../../server/features/platform/upload/upload-routes.ts';
import { createAuthenticator } from '../../../server/features/people/user/sign-in/authenticator.ts';
import { startTestServer } from '../server-fixture.ts';

const pdf = '%PDF-1.7\n1 0 obj\n%%EOF';
const kept = 1024 ** 3;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Starts a server for uploads that send half of their bytes and continue when the test says so. */
async function startSlowly(freeBytes: number) {
  const server = await startTestServer();
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-upload-room-'));
  folders.push(folder);
  let asked = 0;
  const app = createApp(server.deps, server.handlers, (routes) =>
    mountUploads(routes, {
      ...server.deps,
      authenticate: createAuthenticator(server.deps),
      folder,
      space: new FreeSpace({ clock: server.deps.clock, freeBytes: () => Promise.resolve(((asked += 1), freeBytes)) }),
      maxBytes: () => Promise.resolve({ image: 1000, document: 1000, media: 0 }),
    }),
  );
  const head = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const before = `${head('schoolId', String(server.schoolIds[0]))}${head('accept', 'document')}--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
  const begin = (token: string, announced?: number) => {
    let goOn: (end: string) => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(`${before}${pdf}${' '.repeat(200)}`));
        goOn = (end) => {
          controller.enqueue(Buffer.from(end));
          controller.close();
        };
      },
    });
    const headers: Record<string, string> = { 'x-token': token, 'content-type': 'multipart/form-data; boundary=b' };
    if (announced !== undefined) headers['content-length'] = String(announced);
    const answer = Promise.resolve(app.request('/api/upload', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)).then(
      async (response) => (await response.json()) as { code: number; msg: string },
    );
    return { answer, end: () => goOn(`${pdf}\r\n--b--\r\n`), cut: () => goOn('') };
  };
  return { ...server, begin, folder, asked: () => asked };
}

it('uploads in progress reserve their space, so that concurrent uploads do not share the same free space', async () => {
  // An upload of unknown length reserves 1000 bytes, its limit. So two such uploads fit.
  const { begin, openSession, asked } = await startSlowly(kept + 2200);
  const token = await openSession(6);
  const first = begin(token);
  await expect.poll(asked).toBe(1);
  const second = begin(token);
  await expect.poll(asked).toBe(2);
  const third = begin(token);
  await expect.poll(asked).toBe(3);
  third.end();
  expect(await third.answer).toMatchObject({ code: 1001, msg: expect.stringContaining('磁盘空间不足') });
  // An upload with a declared length reserves only that length.
  const short = begin(token, 100);
  await expect.poll(asked).toBe(4);
  for (const each of [first, short]) each.end();
  expect([(await first.answer).code, (await short.answer).code]).toEqual([0, 0]);
  // The reservations of finished uploads and of a broken upload are released.
  second.cut();
  expect((await second.answer).code).toBe(1001);
  const later = [begin(token), begin(token)];
  await expect.poll(asked).toBe(6);
  for (const each of later) each.end();
  expect((await Promise.all(later.map(({ answer }) => answer))).map(({ code }) => code)).toEqual([0, 0]);
});

it('one account may have eight uploads in progress, independently of other accounts', async () => {
  const { begin, openSession, asked, folder } = await startSlowly(kept * 10);
  const [one, other] = [await openSession(6), await openSession(7)];
  const begun = Array.from({ length: 8 }, () => begin(one));
  await expect.poll(asked).toBe(8);
  const ninth = begin(one);
  ninth.end();
  expect(await ninth.answer).toMatchObject({ code: 1007, msg: '您同时上传的文件太多，请等待其中一些传完' });
  const theirs = begin(other);
  for (const each of [...begun, theirs]) each.end();
  expect((await Promise.all([...begun, theirs].map(({ answer }) => answer))).map(({ code }) => code)).toEqual(Array(9).fill(0));
  const again = begin(one);
  again.end();
  expect((await again.answer).code).toBe(0);
  expect(readdirSync(join(folder, 'arriving'))).toEqual([]);
});
