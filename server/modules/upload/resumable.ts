import { mkdir } from 'node:fs/promises';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { App } from '../../app.ts';
import { limits } from '../../limits.ts';
import { admit, type Authenticate } from '../../http/access.ts';
import type { Caller } from '../../http/handler.ts';
import type { ServerChance, ServerClock } from '../../ports.ts';
import { uploadCalls } from '../../../sync/contract/upload-calls.ts';
import { keptMs, resumableFolder } from './arrived-file.ts';
import type { uploadStore } from './upload-store.ts';

const dayMs = 24 * 3_600_000;
const resumablePath = '/api/tus';

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
  // Hono brings HEAD to the routes of GET: by it a client learns where to go on. Nothing that is still arriving is read.
  app.on(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'], [resumablePath, `${resumablePath}/*`], async (c) => {
    if (c.req.raw.method === 'GET') return c.notFound();
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return tus.handleWeb(c.req.raw);
  });
}
