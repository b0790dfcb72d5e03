import { createHash } from 'node:crypto';
import { uploadKinds } from '../../../../sync/contract/platform/upload.ts';
import { pageHeaders } from '../../../http/routes/page-headers.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import type { StoredUpload } from './upload-store.ts';

/** Largest range (bytes) for which a digest is sent on request. */
const mostDigested = 8 * 1024 * 1024;

/** Answers with one uploaded file. A browser shows a picture in the page and saves any other file. Returns null if the file is missing. */
export async function serveUpload(objects: ObjectStore, name: string, stored: StoredUpload, request: Request): Promise<Response | null> {
  const sizeBytes = await objects.head(name);
  if (sizeBytes === null) return null;
  const { mime, family } = uploadKinds[stored.kind];
  const headers: Record<string, string> = {
    ...pageHeaders,
    // No script may run and nothing may load, should a browser ever render the file as a page.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; sandbox",
    'content-type': mime,
    'content-disposition': `${family === 'image' ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(stored.originalName)}`,
    // The name is random and the content never changes. Private, so that proxies store no copy.
    'cache-control': 'private, max-age=31536000, immutable',
    etag: `"${stored.sha256.toString('base64url')}"`,
    'accept-ranges': 'bytes',
  };
  if (request.headers.get('if-none-match') === headers['etag']) return new Response(null, { status: 304, headers });
  const range = parseRange(request.headers.get('range'), sizeBytes);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${sizeBytes}` } });
  const [first, last] = range ?? [0, sizeBytes - 1];
  headers['content-length'] = String(last - first + 1);
  if (range !== null) headers['content-range'] = `bytes ${first}-${last}/${sizeBytes}`;
  if (range !== null && isDigestRequested(request) && last - first < mostDigested)
    headers['content-digest'] = `sha-256=:${await computeDigest(objects, name, [first, last])}:`;
  const body = request.method === 'HEAD' || sizeBytes === 0 ? null : await objects.get(name, [first, last]);
  return new Response(body as ReadableStream | null, { status: range === null ? 200 : 206, headers });
}

/**
 * Tests whether the client asks for a digest (RFC 9530). A digest of the sent range lets the client reject bytes that were damaged or changed on
 * the way.
 */
const isDigestRequested = (request: Request): boolean => /\bsha-256=[1-9]/.test(request.headers.get('want-content-digest') ?? '');

/**
 * Computes the digest of a range of a file. `serveUpload` then reads the range a second time to send it: keeping it in memory meanwhile would cost
 * too much while a whole class downloads.
 */
async function computeDigest(objects: ObjectStore, name: string, range: readonly [number, number]): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of (await objects.get(name, range)) ?? []) hash.update(bytes);
  return hash.digest('base64');
}

/** Parses a single range, as video players send it. Several ranges are answered with the whole file, which RFC 9110 allows. */
function parseRange(header: string | null, sizeBytes: number): readonly [number, number] | 'unsatisfiable' | null {
  const range = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (range === null || (range[1] === '' && range[2] === '')) return null;
  const first = range[1] === '' ? Math.max(0, sizeBytes - Number(range[2])) : Number(range[1]);
  const last = range[1] === '' || range[2] === '' ? sizeBytes - 1 : Math.min(Number(range[2]), sizeBytes - 1);
  return first > last ? 'unsatisfiable' : [first, last];
}

const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
