import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parsePlayerAddress } from '../../../sync/domain/exams/player-address.ts';
import { courseWindowPath } from '../../../sync/contract/patterns.ts';
import { courseWindowHeaders, pageHeaders } from './page-headers.ts';

interface LoadedFile {
  readonly etag: string;
  readonly plain: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer> | null;
  readonly gzip: Buffer<ArrayBuffer> | null;
}

/** Serves the built web application: returns a file, the page for a page's address, or null. */
export type StaticFiles = (request: { path: string; headers: Headers; method: string }) => Promise<Response | null>;

/** Names of built assets. Any other name, such as one with a NUL character, never reaches the database. */
const assetPath = /^\/assets\/[\w.-]+$/;

/** Reads a file under `/assets/` of an earlier or later build of the web application. Undefined if no other build has it. */
export type ReadOtherBuild = (path: string) => Promise<Buffer<ArrayBuffer> | undefined>;

/**
 * Serves the files of a folder. The folder is listed once and addresses are looked up in the list, so no path outside can be reached.
 * Each file is read and compressed once, at its first request: a whole room opening the page costs one compression.
 * `readOtherBuild` finds assets that the folder does not have.
 */
export function createStaticFiles(
  folder: string,
  pages: Readonly<Record<string, string>> = pageHeaders,
  readOtherBuild: ReadOtherBuild = async () => undefined,
): StaticFiles {
  const files = new Map(listFiles(folder));
  const loadedFiles = new Map<string, Promise<LoadedFile | undefined>>();

  /** Resolves with undefined if there is no such file. */
  const load = (path: string): Promise<LoadedFile | undefined> => {
    const cachedFile = loadedFiles.get(path);
    if (cachedFile) return cachedFile;
    const file = files.get(path);
    const reading = file === undefined ? readOtherBuild(path) : readFile(file);
    const loading = reading.then((content) => content && compressFile(path, content));
    loadedFiles.set(path, loading);
    const forget = () => loadedFiles.delete(path);
    // Forget a file that could not be read, or that no build has yet, so that the next request tries again.
    loading.then((loaded) => loaded ?? forget(), forget);
    return loading;
  };

  return async ({ path, headers, method }) => {
    if (method !== 'GET' && method !== 'HEAD') return null;
    const requestPath = decodePath(path);
    const isPage = !requestPath.startsWith('/assets/') && isPageRequest(requestPath, headers.get('accept'));
    const page = parsePlayerAddress(requestPath) === null ? '/index.html' : '/player.html';
    const filePath = assetPath.test(requestPath) || files.has(requestPath) ? requestPath : isPage ? page : null;
    const file = filePath === null ? undefined : await load(filePath);
    if (filePath === null || file === undefined) return null;
    const isCourseWindow = requestPath.startsWith(`${courseWindowPath}/`);
    const ownHeaders = isCourseWindow ? { ...pages, ...courseWindowHeaders } : pages;
    return answerFile(filePath, file, { requestHeaders: headers, method, pages: ownHeaders });
  };
}

/**
 * Decides whether a path is a page's address. Website codes may contain dots, so a missing extension is no criterion. Requests that accept
 * HTML get the page; so do requests that accept anything (curl, monitors, link previews), unless the extension is one of our file types.
 */
function isPageRequest(path: string, accept: string | null): boolean {
  if (accept?.includes('text/html')) return true;
  return (accept === null || accept.includes('*/*')) && contentTypes[extname(path)] === undefined;
}

function answerFile(
  path: string,
  file: LoadedFile,
  { requestHeaders: asked, method, pages }: { requestHeaders: Headers; method: string; pages: Readonly<Record<string, string>> },
): Response {
  const headers: Record<string, string> = {
    ...pages,
    'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
    // Only names under assets/ contain a content hash. The names of the service worker and the page never change.
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'accept-encoding',
  };
  if (asked.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers });
  const accepted = asked.get('accept-encoding') ?? '';
  const encoding = file.br && /\bbr\b/.test(accepted) ? 'br' : file.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (encoding) headers['content-encoding'] = encoding;
  const body = (encoding && file[encoding]) ?? file.plain;
  headers['content-length'] = String(body.byteLength);
  return new Response(method === 'HEAD' ? null : body, { headers });
}

/**
 * Returns the parameters to compress a text of `byteLength` bytes. The window is just large enough: by default, Brotli clears tables for 4 MB,
 * which takes twelve times the processor time for our files of 2 KB and saves nothing.
 */
function buildBrotliParams(byteLength: number): Record<number, number> {
  const windowBits = Math.min(constants.BROTLI_MAX_WINDOW_BITS, Math.ceil(Math.log2(byteLength)));
  return {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
  };
}

async function compressFile(path: string, plain: Buffer<ArrayBuffer>): Promise<LoadedFile> {
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  if (!compressible.has(extname(path)) || plain.byteLength < 1024) return { etag, plain, br: null, gzip: null };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: buildBrotliParams(plain.byteLength) }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { etag, plain, br, gzip: gz };
}

/** Lists the files of a built web application: the path of each in an address, and on the disk. */
export const listFiles = (folder: string): (readonly [path: string, file: string])[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    return entry.isFile() ? [[`/${relative(folder, file).split(sep).join('/')}`, file] as const] : [];
  });

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const compressible = new Set(['.html', '.js', '.mjs', '.css', '.json', '.webmanifest', '.svg', '.txt']);
