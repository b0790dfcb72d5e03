import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { FreeSpace } from '../../../server/free-space.ts';
import { createFolderStore } from '../../../server/object-store/folder-store.ts';
import type { ObjectStore } from '../../../server/object-store/object-store.ts';
import { createS3Store } from '../../../server/object-store/s3-store.ts';
import { Refusal } from '../../../server/http/handler.ts';
import { httpMessages } from '../../../server/http/http-messages.ts';
import { readAuditEntries } from '../../fixtures/server/audit-entries.ts';
import { mountUploads } from '../../../server/features/platform/upload/upload-routes.ts';
import { createAuthenticator } from '../../../server/features/people/user/sign-in/authenticator.ts';
import { startS3Server } from '../../fixtures/s3-server.ts';
import { allTypes, startTestServer as startContract } from '../server-fixture.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const png = (width = 2, height = 2, inside = ''): Buffer => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), size, latin(`\x08\x06\0\0\0\0\0\0\0${inside}\0\0\0\0IEND\xaeB\`\x82`)]);
};
const jpeg = latin('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xc0\0\x0b\x08\0\x02\0\x02\x01\x01\x11\0\xff\xd9');
const gif = latin(`GIF89a\x02\0\x02\0\x80\0\0${'\0'.repeat(20)};`);
const webp = latin(`RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x01\0\0\x01\0\0${'\0'.repeat(12)}`);
const pdf = latin('%PDF-1.7\n1 0 obj\n%%EOF');
const office = (entry: string): Buffer =>
  latin(`PK\x03\x04${'\0'.repeat(80)}PK\x01\x02[Content_Types].xml${entry}PK\x05\x06${'\0'.repeat(18)}`);
const mp4 = latin(`\0\0\0\x18ftypisom${'\0'.repeat(100)}`);

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Upload {
  file?: Buffer | null;
  fileName?: string;
  fields?: Record<string, string>;
  token?: string | null;
  language?: string;
}

async function startServer(open: (folder: string) => ObjectStore = createFolderStore) {
  const server = await startContract();
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-upload-'));
  folders.push(folder);
  const objects = open(folder);
  const maxBytes = { image: 20_000, document: 40_000, media: 60_000 };
  const disk = { freeBytes: 10 * 1024 ** 3 };
  const app = createApp(server.deps, server.handlers, (routes) =>
    mountUploads(routes, {
      ...server.deps,
      authenticate: createAuthenticator(server.deps),
      folder,
      objects,
      space: new FreeSpace({ clock: server.deps.clock, freeBytes: () => Promise.resolve(disk.freeBytes) }),
      maxBytes: () => Promise.resolve(maxBytes),
    }),
  );
  const teacher = await server.openSession(6);
  const upload = async ({ file = png(), fileName = '图.png', fields = {}, token = teacher, language = 'zh-CN' }: Upload = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ schoolId: String(server.schoolIds[0]), ...fields }))
      if (value !== '') form.append(name, value);
    if (file !== null) form.append('file', new Blob([new Uint8Array(file)]), fileName);
    const headers: Record<string, string> = { 'x-language': language };
    if (token !== null) headers['x-token'] = token;
    const response = await app.request('/api/upload', { method: 'POST', body: form, headers });
    const body = (await response.json()) as {
      code: number;
      msg: string;
      data?: { url: string; fields?: { path: string; message: string }[] };
    };
    return { status: response.status, ...body };
  };
  const get = (url: string, headers: Record<string, string> = {}, method = 'GET') => app.request(url, { method, headers });
  const filesLeft = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return { ...server, app, folder, objects, disk, upload, get, filesLeft };
}

describe('an upload', () => {
  it.each([
    ['png', png(), 'image/png'],
    ['jpeg', jpeg, 'image/jpeg'],
    ['gif', gif, 'image/gif'],
    ['webp', webp, 'image/webp'],
  ])('of a %s is returned byte by byte with its own content type', async (_name, file, type) => {
    const { upload, get } = await startServer();
    const { code, data } = await upload({ file, fileName: 'evil.html' });
    expect(code).toBe(0);
    expect(data?.url).toMatch(/^\/uploads\/[0-9a-f]{32}\.(png|jpg|gif|webp)$/);
    const got = await get(data?.url ?? '');
    expect(Buffer.from(await got.arrayBuffer()).equals(file)).toBe(true);
    expect(got.headers.get('content-type')).toBe(type);
    expect(got.headers.get('x-content-type-options')).toBe('nosniff');
    expect(got.headers.get('content-disposition')).toMatch(/^inline/);
    expect(got.headers.get('content-security-policy')).toContain('sandbox');
    expect(got.headers.get('cache-control')).toContain('immutable');
  });

  it.each([
    ['pdf', pdf, 'document', 'application/pdf'],
    ['docx', office('word/document.xml'), 'document', 'wordprocessingml'],
    ['xlsx', office('xl/workbook.xml'), 'document', 'spreadsheetml'],
    ['pptx', office('ppt/presentation.xml'), 'document', 'presentationml'],
    ['mp4', mp4, 'image,media', 'video/mp4'],
  ])('of a %s is served as an attachment under its original name', async (_name, file, accept, type) => {
    const { upload, get } = await startServer();
    const { data } = await upload({ file, fileName: 'C:\\资料\\细目表 (1).bin', fields: { accept } });
    const got = await get(data?.url ?? '');
    expect(got.headers.get('content-type')).toContain(type);
    expect(got.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('细目表 ')}%281%29.bin`);
  });

  it('is refused if the form has hundreds of fields', async () => {
    const { upload, filesLeft } = await startServer();
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, 'x']));
    expect((await upload({ fields })).code).toBe(1001);
    expect(filesLeft()).toEqual([]);
  });

  it('is refused if it would take the disk space that exams need', async () => {
    const { upload, filesLeft, disk } = await startServer();
    disk.freeBytes = 1024 ** 3;
    expect(await upload({})).toMatchObject({ code: 1001, msg: '服务器磁盘空间不足，暂时不能上传，请联系管理员' });
    expect(filesLeft()).toEqual([]);
    disk.freeBytes += 60_001;
    expect((await upload({})).code).toBe(0);
  });

  it('of a video is refused to students, examinees and applicants', async () => {
    const { upload, openSession, filesLeft } = await startServer();
    for (const token of await Promise.all(([7, 8, 12] as const).map((type) => openSession(type)))) {
      expect(await upload({ file: mp4, fields: { accept: 'media' }, token })).toMatchObject({
        code: 1001,
        msg: '音视频只能由教师和管理人员上传',
      });
      expect((await upload({ token })).code).toBe(0);
    }
    expect(filesLeft()).toHaveLength(3);
  });

  it('is recorded with school, time, kind, size, name and hash', async () => {
    const { upload, deps, schoolIds, time } = await startServer();
    await upload();
    const rows = await deps.db.selectFrom('upload').selectAll().execute();
    expect(rows).toEqual([
      expect.objectContaining({
        school_id: schoolIds[0],
        kind: 'png',
        size_bytes: png().length,
        original_name: '图.png',
        created_ms: time.nowMs,
      }),
    ]);
    expect(rows[0]?.sha256).toHaveLength(32);
  });

  it('is in the audit log, including one refused for another school', async () => {
    const { upload, deps, schoolIds } = await startServer();
    await upload({ fileName: '校徽.png' });
    await upload({ fields: { schoolId: String(schoolIds[1]) } });
    await deps.audit.settled();
    expect(await readAuditEntries(deps.db)).toMatchObject([
      { call: '/upload', code: 0, login_name: 'type6', entity: 'upload', school_id: schoolIds[0] },
      { call: '/upload', code: 1003, login_name: 'type6', entity: '' },
    ]);
  });

  it('is stored in a folder named by its first two letters, readable by the server only', async () => {
    const { upload, folder } = await startServer();
    const name = (await upload()).data?.url.slice('/uploads/'.length) ?? '';
    expect(statSync(join(folder, name.slice(0, 2), name)).mode & 0o777).toBe(0o600);
  });

  it.each(allTypes.map((type) => [type]))('is allowed to every signed-in user except the read-only leader (type %i)', async (type) => {
    const { upload, openSession } = await startServer();
    expect((await upload({ token: await openSession(type) })).code).toBe(type === 3 ? 1003 : 0);
  });
});

describe('a refused upload', () => {
  const cases: [string, Upload, number, string, RegExp][] = [
    ['without a file', { file: null }, 1001, 'file', /No file/],
    ['of an empty file', { file: Buffer.alloc(0) }, 1001, 'file', /empty/],
    ['without a school', { fields: { schoolId: '' } }, 1001, 'schoolId', /missing/],
    ['of a school that is no number', { fields: { schoolId: 'x' } }, 1001, 'schoolId', /whole number/],
    ['for a family that does not exist', { fields: { accept: 'program' } }, 1001, 'accept', /one of: image/],
    ['of a page called .png', { file: Buffer.from('<!doctype html><script>alert(1)</script>') }, 1001, 'file', /script code/],
    ['of an SVG', { file: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') }, 1001, 'file', /script code/],
    ['of a script', { file: Buffer.from('#!/bin/sh\nrm -rf /') }, 1001, 'file', /script code/],
    ['of a program', { file: latin('MZ\x90\0'.padEnd(200, '\0')) }, 1001, 'file', /no known kind; taken here: PNG, JPEG, GIF, WebP/],
    ['of a PDF where pictures are asked for', { file: pdf }, 1001, 'file', /content is PDF/],
    ['of a picture with a page inside', { file: png(2, 2, 'tEXt<SCRIPT>alert(1)</SCRIPT>') }, 1001, 'file', /script code/],
    ['of a GIF that is a page too', { file: Buffer.concat([gif, latin('<html><body>')]) }, 1001, 'file', /script code/],
    ['of a picture with an archive behind it', { file: Buffer.concat([jpeg, office('x')]) }, 1001, 'file', /content appended/],
    ['of a PNG with something behind its end', { file: Buffer.concat([png(), latin('more')]) }, 1001, 'file', /content appended/],
    ['of a PNG cut short', { file: png().subarray(0, 40) }, 1001, 'file', /incomplete/],
    ['of a picture of ten billion pixels', { file: png(100_000, 100_000) }, 1001, 'file', /too many pixels/],
    [
      'of a document with macros',
      { file: office('word/document.xmlword/vbaProject.bin'), fields: { accept: 'document' } },
      1001,
      'file',
      /macros/,
    ],
    ['of some other archive', { file: office('photos/1.jpg'), fields: { accept: 'document' } }, 1001, 'file', /no known kind/],
    ['of a picture above the limit', { file: png(2, 2, 'x'.repeat(30_000)) }, 1008, 'file', /A picture may have at most 0 MB/],
  ];
  it.each(cases)('%s gives the reason and the field', async (_name, input, code, path, message) => {
    const { upload, filesLeft, deps } = await startServer();
    const answer = await upload({ ...input, language: 'en' });
    expect(answer.code).toBe(code);
    expect(answer.status).toBe(code === 1008 ? 413 : 200);
    expect(answer.msg).toMatch(message);
    expect(answer.data?.fields?.map((field) => field.path)).toEqual([path]);
    expect(filesLeft()).toEqual([]);
    expect(await deps.db.selectFrom('upload').select('id').execute()).toEqual([]);
  });

  it('reports all faulty fields at once', async () => {
    const { upload } = await startServer();
    const { msg, data } = await upload({ file: null, fields: { schoolId: '-1', accept: 'x' } });
    expect(msg).toBe('有 3 处内容不符合要求');
    expect(data?.fields?.map((field) => field.path)).toEqual(['accept', 'schoolId', 'file']);
  });

  it('is refused without a session and with an expired session', async () => {
    const { upload, time, filesLeft } = await startServer();
    expect(await upload({ token: null })).toMatchObject({ status: 200, code: 1004, msg: '您还没有登录，请先登录' });
    expect((await upload({ token: 'stolen' })).code).toBe(1004);
    time.nowMs += 25 * 3_600_000;
    expect((await upload()).code).toBe(2001);
    expect(filesLeft()).toEqual([]);
  });

  it('for another school is refused, except to platform and system administrators', async () => {
    const { upload, openSession, schoolIds, filesLeft } = await startServer();
    const fields = { schoolId: String(schoolIds[1]) };
    for (const type of allTypes) {
      const above = type === 1 || type === 9;
      expect((await upload({ fields, token: await openSession(type) })).code).toBe(above ? 0 : 1003);
    }
    expect(filesLeft()).toHaveLength(2);
    expect(await upload({ fields: { schoolId: '999' }, token: await openSession(1) })).toMatchObject({ code: 1001, msg: '没有这所学校' });
  });

  it('with two files is refused', async () => {
    const { app, openSession, schoolIds } = await startServer();
    const form = new FormData();
    form.append('schoolId', String(schoolIds[0]));
    for (const name of ['a.png', 'b.png']) form.append('file', new Blob([new Uint8Array(png())]), name);
    const response = await app.request('/api/upload', { method: 'POST', body: form, headers: { 'x-token': await openSession(6) } });
    expect(await response.json()).toMatchObject({ code: 1001, msg: '一次只能上传一个文件' });
  });

  it.each([
    ['JSON', 'application/json', '{}', /multipart\/form-data/],
    ['a form cut short', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"', /不完整/],
  ])('%s is refused', async (_name, type, body, message) => {
    const { app, openSession } = await startServer();
    const headers = { 'content-type': type, 'x-token': await openSession(6) };
    const answer = (await (await app.request('/api/upload', { method: 'POST', body, headers })).json()) as { code: number; msg: string };
    expect(answer.code).toBe(1001);
    expect(answer.msg).toMatch(message);
  });

  it('beyond a thousand per hour is refused', async () => {
    const { upload, deps, time } = await startServer();
    await upload();
    const { id: _id, ...row } = await deps.db.selectFrom('upload').selectAll().executeTakeFirstOrThrow();
    for (let n = 0; n < 999; n += 1)
      await deps.db
        .insertInto('upload')
        .values({ ...row, name: `${n}` })
        .execute();
    expect(await upload()).toMatchObject({ status: 429, code: 1007 });
    time.nowMs += 3_600_001;
    expect((await upload()).code).toBe(0);
  });
});

describe('an uploaded file', () => {
  it('is served in byte ranges, as video players request', async () => {
    const { upload, get } = await startServer();
    const url = (await upload({ file: pdf, fields: { accept: 'document' } })).data?.url ?? '';
    const part = await get(url, { range: 'bytes=1-4' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'PDF-', `bytes 1-4/${pdf.length}`]);
    expect(await (await get(url, { range: 'bytes=-5' })).text()).toBe('%%EOF');
    expect((await get(url, { range: 'bytes=999-' })).status).toBe(416);
    const head = await get(url, {}, 'HEAD');
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(pdf.length), '']);
    expect((await get(url, { 'if-none-match': head.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('is stored in an S3 bucket, and served in byte ranges from there', async () => {
    const s3 = await startS3Server();
    const { upload, get, filesLeft } = await startServer(() => createS3Store(s3.settings, { error: () => undefined }));
    const { data } = await upload({ file: mp4, fields: { accept: 'media' } });
    expect(filesLeft()).toEqual([]);
    const part = await get(data?.url ?? '', { range: 'bytes=4-11' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'ftypisom', `bytes 4-11/${mp4.length}`]);
    expect(Buffer.from(await (await get(data?.url ?? '')).arrayBuffer()).equals(mp4)).toBe(true);
    await s3.stop();
    expect((await get(data?.url ?? '')).status).toBe(503);
  });

  it('is answered 503 while the file store is unreachable, and a failed upload leaves no file', async () => {
    const { upload, get, objects, filesLeft } = await startServer();
    const { data } = await upload();
    const away = () => Promise.reject(new Refusal('unavailable', httpMessages.filesAway()));
    Object.assign(objects, { put: away, head: away, get: away });
    expect(await upload()).toMatchObject({ status: 503, msg: '文件存储暂时连接不上，请稍后再试一次' });
    const answer = await get(data?.url ?? '');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(filesLeft()).toHaveLength(1);
  });

  it.each(['/uploads/', '/uploads/00000000000000000000000000000000.png', '/uploads/..%2f..%2fkeys.json', '/uploads/arriving/x.png'])(
    'is not found at %s',
    async (url) => {
      const { get } = await startServer();
      const got = await get(url);
      expect(got.status).toBe(404);
      expect(((await got.json()) as { code: number }).code).toBe(1005);
    },
  );
});
