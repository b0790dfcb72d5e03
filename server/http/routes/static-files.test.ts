import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaticFiles, type StaticFiles } from './static-files.ts';

const html = '<!doctype html><title>稳考</title>';
const player = '<!doctype html><title>考试</title>';
const script = `console.log(${JSON.stringify('x'.repeat(4000))})`;

describe('static files', () => {
  let folder: string;
  let files: StaticFiles;
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    files({ path, headers: new Headers(headers), method });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'wenkao-web-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), html);
    writeFileSync(join(folder, 'player.html'), player);
    writeFileSync(join(folder, 'service-worker.js'), script);
    writeFileSync(join(folder, 'assets', 'index-abc123.js'), script);
    files = createStaticFiles(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('isolate every page from its opener except the course window, which reports to its opener', async () => {
    const policy = async (path: string) => (await get(path, { accept: 'text/html' }))?.headers.get('cross-origin-opener-policy');
    expect(await policy('/course-window/12')).toBe('unsafe-none');
    for (const path of ['/', '/course-window', '/student/learn/item/12', '/login']) expect(await policy(path)).toBe('same-origin');
  });

  it('let browsers cache hashed assets for ever and revalidate all other files', async () => {
    expect((await get('/assets/index-abc123.js'))?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/service-worker.js'))?.headers.get('cache-control')).toBe('no-cache');
    expect((await get('/', { accept: 'text/html' }))?.headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['/', '/login/demo', '/login/school.name', '/student/exam/index', '/nowhere'])(
    'answer %s with the application’s page',
    async (path) => {
      const answer = await get(path, { accept: 'text/html,application/xhtml+xml' });
      expect(await answer?.text()).toBe(html);
      expect(answer?.headers.get('content-type')).toBe('text/html; charset=utf-8');
    },
  );

  it.each(['/', '/login/demo', '/login/school.name', '/nowhere'])(
    'answer %s with the application’s page for a client that accepts anything',
    async (path) => {
      for (const accept of [{ accept: '*/*' }, { accept: 'image/avif,*/*;q=0.5' }, {}] as Record<string, string>[]) {
        expect(await (await get(path, accept))?.text()).toBe(html);
        expect((await get(path, accept, 'HEAD'))?.status).toBe(200);
      }
    },
  );

  it.each(['/student/exam/item/12', '/student/test/item/3', '/student/homework/item/4/', '/Student/Exam/Item/12'])(
    'answer %s with the player’s page',
    async (path) => {
      expect(await (await get(path, { accept: 'text/html' }))?.text()).toBe(player);
      expect(await (await get(path))?.text()).toBe(player);
      expect(await get(path, { accept: 'text/html' }, 'POST')).toBeNull();
    },
  );

  it('ask for assets of other builds only by names that assets have', async () => {
    const asked: string[] = [];
    const withOthers = createStaticFiles(folder, {}, async (path) => void asked.push(path));
    for (const path of ['/assets/a%00.js', '/assets/a/b.js', '/assets/', '/assets/%2e%2e/keys.json', '/a-1.js', '/assets/a-1.js'])
      await withOthers({ path, headers: new Headers({ accept: 'image/*' }), method: 'GET' });
    expect(asked).toEqual(['/assets/a-1.js']);
  });

  it('answer a missing asset with not found instead of a page', async () => {
    expect(await get('/assets/index-old.js', { accept: 'text/html' })).toBeNull();
    expect(await get('/missing.png', { accept: 'image/*' })).toBeNull();
    for (const name of ['/missing.png', '/old-worker.js', '/assets/index-old.js', '/assets/none', '/app.webmanifest'])
      for (const accept of ['*/*', 'text/css,*/*;q=0.1']) expect(await get(name, { accept }), name).toBeNull();
    expect(await get('/', { accept: 'text/html' }, 'POST')).toBeNull();
  });

  it.each(['/../package.json', '/%2e%2e/package.json', '/assets/../../package.json', '/%'])(
    'never serve a file outside the folder: %s',
    async (path) => {
      expect(await get(path, { accept: 'image/*' })).toBeNull();
      const page = await get(path, { accept: '*/*' });
      if (page !== null) expect(await page.text()).toBe(html);
    },
  );

  it('are compressed with the encoding that the browser accepts', async () => {
    const br = await get('/service-worker.js', { 'accept-encoding': 'gzip, br' });
    expect(br?.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from((await br?.arrayBuffer()) ?? new ArrayBuffer())).toString()).toBe(script);
    const gzip = await get('/service-worker.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(Buffer.from((await gzip?.arrayBuffer()) ?? new ArrayBuffer())).toString()).toBe(script);
    const plain = await get('/service-worker.js');
    expect(plain?.headers.get('content-encoding')).toBeNull();
    expect(await plain?.text()).toBe(script);
  });

  it('answer 304 for a known ETag, and HEAD without a body', async () => {
    const etag = (await get('/service-worker.js'))?.headers.get('etag') ?? '';
    expect((await get('/service-worker.js', { 'if-none-match': etag }))?.status).toBe(304);
    const head = await get('/service-worker.js', {}, 'HEAD');
    expect(head?.headers.get('content-length')).toBe(String(script.length));
    expect(await head?.text()).toBe('');
  });

  it('allow scripts from this server only, and no embedding in frames', async () => {
    const policy = (await get('/', { accept: 'text/html' }))?.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
  });
});
