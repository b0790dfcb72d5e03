import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { App } from '../../app.ts';
import { limits } from '../../limits.ts';
import { admit, type Authenticate } from '../../http/access.ts';
import type { Caller } from '../../http/handler.ts';
import type { ServerChance, ServerClock } from '../../ports.ts';
import { uploadCalls } from '../../../sync/contract/upload-calls.ts';
import { type KindFault, headBytes, settleKind, sniffBytes, sniffKind, tailBytes } from './file-kind.ts';
import { uploadPath } from './upload-path.ts';
import type { uploadStore } from './upload-store.ts';
import type { UploadKind } from '../../../sync/contract/upload.ts';

const mib = 1024 * 1024;
const dayMs = 24 * 3_600_000;
/** What was begun and left is kept so long. */
const keptMs = 7 * dayMs;
export const resumablePath = '/api/tus';

/** Files that are arriving piece by piece lie here, beside those that have arrived. */
export const resumableFolder = (uploads: string): string => join(uploads, 'resuming');

interface ResumableDeps {
  readonly clock: ServerClock;
  readonly chance: ServerChance;
  readonly authenticate: Authenticate;
  readonly folder: string;
  readonly store: ReturnType<typeof uploadStore>;
  readonly freeBytes: () => Promise<number>;
  /** The largest file of a school. */
  readonly maxBytes: (schoolId: number) => Promise<number>;
}

/** What tus answers in place of an envelope: the client reads the status. */
const said = (status_code: number, body: string): Error => Object.assign(new Error(body), { status_code, body });

/** Large files by the open protocol tus: in pieces, on after any break, each file only by who began it. */
export function mountResumable(app: App, { clock, chance, authenticate, folder, store, freeBytes, maxBytes }: ResumableDeps): void {
  const callerOf = async (request: Request): Promise<Caller> => {
    const { caller, refusal } = await admit(uploadCalls.takeFile, request.headers.get('x-token'), authenticate);
    if (refusal !== undefined || caller === null) throw said(refusal?.error === 'forbidden' ? 403 : 401, 'signed out');
    return caller;
  };
  const directory = resumableFolder(folder);
  const files = new FileStore({ directory, expirationPeriodInMilliseconds: keptMs });
  const tus = new Server({
    path: resumablePath,
    datastore: files,
    relativeLocation: true,
    respectForwardedHeaders: false,
    maxSize: async (request) => maxBytes((await callerOf(request)).schoolId),
    namingFunction: () => chance.bytes(16).toString('hex'),
    async onUploadCreate(request, upload) {
      const caller = await callerOf(request);
      const nowMs = clock.nowMs();
      if ((await store.countSince(caller.userId, nowMs - 3_600_000)) >= limits.uploadsPerHour) throw said(429, 'too many');
      if ((await store.bytesSince(caller.userId, nowMs - dayMs)) >= limits.courseBytesPerDay) throw said(429, 'too much today');
      if ((await freeBytes()) - (upload.size ?? 0) < limits.keptFreeBytes) throw said(507, 'no room');
      return { metadata: { ...upload.metadata, userId: String(caller.userId) } };
    },
    async onIncomingRequest(request, uploadId) {
      const caller = await callerOf(request);
      if (request.method === 'POST') return;
      const upload = await files.getUpload(uploadId).catch(() => null);
      if (upload === null || upload.metadata?.['userId'] !== String(caller.userId)) throw said(404, 'gone');
    },
  });
  app.on(['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'], [resumablePath, `${resumablePath}/*`], async (c) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return tus.handleWeb(c.req.raw);
  });
}

export type Arrived =
  | { readonly kind: UploadKind; readonly sizeBytes: number; readonly sha256: Buffer }
  | { readonly fault: KindFault | 'missing' | 'unfinished' };

/** Looks at a file that has arrived whole: what it is, by its content. */
export async function arrivedFile(uploads: string, id: string, userId: number): Promise<Arrived> {
  const files = new FileStore({ directory: resumableFolder(uploads) });
  const upload = await files.getUpload(id).catch(() => null);
  if (upload === null || upload.metadata?.['userId'] !== String(userId)) return { fault: 'missing' };
  const path = join(resumableFolder(uploads), id);
  const { size } = await stat(path);
  if (size !== upload.size) return { fault: 'unfinished' };
  const file = await open(path);
  try {
    const read = async (from: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(length, size)), 0, undefined, from);
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(0, headBytes);
    const sniffed = sniffKind(head.subarray(0, sniffBytes));
    if (sniffed === null) return { fault: 'unknown' };
    const kind = settleKind(sniffed, head, await read(Math.max(0, size - tailBytes), tailBytes));
    if (typeof kind !== 'string') return kind;
    await file.sync();
    const hash = createHash('sha256');
    for await (const bytes of createReadStream(path, { highWaterMark: mib })) hash.update(bytes as Buffer);
    return { kind, sizeBytes: size, sha256: hash.digest() };
  } finally {
    await file.close();
  }
}

/** Puts it among the files that are kept. */
export async function moveArrived(uploads: string, id: string, name: string): Promise<void> {
  const path = uploadPath(uploads, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(join(resumableFolder(uploads), id), path);
}
export async function dropArrived(uploads: string, id: string): Promise<void> {
  await rm(join(resumableFolder(uploads), id), { force: true });
  await rm(join(resumableFolder(uploads), `${id}.json`), { force: true });
}
/** What was begun and left alone for a week. */
export async function dropLeftAlone(uploads: string): Promise<void> {
  const directory = resumableFolder(uploads);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await new FileStore({ directory, expirationPeriodInMilliseconds: keptMs }).deleteExpired();
}
