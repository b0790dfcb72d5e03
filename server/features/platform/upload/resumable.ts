import { mkdir } from 'node:fs/promises';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { App } from '../../../context.ts';
import type { FreeSpace } from '../../../free-space.ts';
import { accountLimits } from '../../../limits.ts';
import { admitCaller, type AuthenticateToken, identifyCaller } from '../../../http/access.ts';
import { drainBody } from '../../../http/input/body.ts';
import { type Caller, catchRefusal } from '../../../http/handler.ts';
import type { ServerRandom, ServerClock } from '../../../ports.ts';
import { uploadCalls } from '../../../../sync/contract/platform/upload-calls.ts';
import { unfinishedUploadMs, getResumableFolder } from './arrived-file.ts';
import type { createUploadStore } from './upload-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const resumablePath = '/api/tus';
/** Most bytes written between two checks of free space. Our client sends 8 MB at a time. */
const mostChunkBytes = 16 * 1024 * 1024;

interface ResumableDeps {
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  readonly authenticate: AuthenticateToken;
  readonly folder: string;
  readonly store: ReturnType<typeof createUploadStore>;
  readonly space: FreeSpace;
  /** Returns the largest file size allowed for a school. */
  readonly maxBytes: (schoolId: number) => Promise<number>;
}

/** Creates an error that tus sends as its response. It has no envelope: the client reads the HTTP status. */
const createTusError = (status_code: number, body: string): Error => Object.assign(new Error(body), { status_code, body });
const createDiskFullError = (): Error => createTusError(507, 'the disk of the server is full: ask its administrator');

/** Mounts uploads by the open protocol tus: a large file comes in chunks, resumes after a break, and belongs to the account that began it. */
export function mountResumable(app: App, deps: ResumableDeps): void {
  const { chance, authenticate, folder, space, maxBytes } = deps;
  const identifyUploader = async (request: Request): Promise<Caller> => {
    return catchRefusal(
      async () => admitCaller(uploadCalls.takeFile, await identifyCaller(request.headers.get('x-token'), authenticate)),
      ({ error }) => {
        throw createTusError(error === 'forbidden' ? 403 : 401, 'signed out');
      },
    );
  };
  const directory = getResumableFolder(folder);
  const tus = new Server({
    path: resumablePath,
    datastore: new FileStore({ directory, expirationPeriodInMilliseconds: unfinishedUploadMs }),
    relativeLocation: true,
    respectForwardedHeaders: false,
    maxSize: async (request) => maxBytes((await identifyUploader(request)).schoolId),
    namingFunction: () => chance.bytes(16).toString('hex'),
    async onUploadCreate(request, { id, size, metadata }) {
      const { userId, schoolId } = await identifyUploader(request);
      await beginUpload(deps, { name: id, userId, schoolId, bytes: size ?? 0 });
      return { metadata: { ...metadata, userId: String(userId), schoolId: String(schoolId) } };
    },
    async onIncomingRequest(request, uploadId) {
      const { userId } = await identifyUploader(request);
      if (request.method === 'POST') return refuseUnmeasured(request.headers);
      if (space.find(uploadId)?.userId !== userId) throw createTusError(404, 'gone');
      if (request.method === 'PATCH') await checkChunk(request.headers, space);
    },
  });
  // Hono sends HEAD to GET routes; a client uses HEAD to learn where to resume. Unfinished files cannot be read.
  app.on(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'], [resumablePath, `${resumablePath}/*`], async (c) => {
    const request = c.req.raw;
    if (request.method === 'GET') return c.notFound();
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const response = await tus.handleWeb(request);
    // Drain the body first: a client cut off while sending would see a broken connection, not the reason.
    if (response.status >= 400 && request.body?.locked === false) await drainBody(request);
    const upload = space.find(c.req.path.split('/').at(-1) ?? '');
    if (request.method === 'PATCH' && response.ok) upload?.written(Number(response.headers.get('upload-offset')));
    if (request.method === 'DELETE' && response.ok) upload?.release();
    return response;
  });
}

/** Requires a declared length and no content in the first request. Otherwise limits and free space could not be checked. */
function refuseUnmeasured(headers: Headers): void {
  if (headers.has('upload-defer-length')) throw createTusError(400, 'say the length of the file with Upload-Length');
  if (headers.has('content-type')) throw createTusError(400, 'begin the upload without content and send it in chunks');
}

async function checkChunk(headers: Headers, space: FreeSpace): Promise<void> {
  const bytes = Number(headers.get('content-length') ?? Number.NaN);
  if (Number.isNaN(bytes)) throw createTusError(411, 'say the length of the chunk with Content-Length');
  if (bytes > mostChunkBytes) throw createTusError(413, `a chunk has at most ${mostChunkBytes} bytes`);
  // The space of this file is reserved already, so check only whether all reservations still fit.
  if (!(await space.fits())) throw createDiskFullError();
}

/** Reserves the space of a new upload within the limits of its account and school, which count unfinished uploads by their declared size. */
async function beginUpload(
  { clock, store, space }: Pick<ResumableDeps, 'clock' | 'store' | 'space'>,
  upload: { readonly name: string; readonly userId: number; readonly schoolId: number; readonly bytes: number },
): Promise<void> {
  const { userId, schoolId, bytes } = upload;
  const nowMs = clock.nowMs();
  const hourly = await store.countSince(userId, nowMs - hourMs);
  const daily = await store.bytesSince(userId, nowMs - dayMs);
  // Do not `await` between here and the reservation, so that each of many uploads that begin at once sees the reservations of the earlier ones.
  const ownReservations = space.reserved({ userId });
  if (ownReservations.filter(({ kind }) => kind === 'unfinished').length >= accountLimits.unfinishedUploads)
    throw createTusError(429, `${accountLimits.unfinishedUploads} files are unfinished: finish one of them first`);
  if (hourly + ownReservations.length >= accountLimits.uploadsPerHour)
    throw createTusError(429, 'too many files within an hour: go on later');
  if (daily + sumOf(ownReservations) + bytes > accountLimits.courseBytesPerDay)
    throw createTusError(429, 'too much for one day: go on tomorrow');
  if (sumOf(space.reserved({ schoolId, kind: 'unfinished' })) + bytes > accountLimits.unfinishedBytesOfSchool)
    throw createTusError(429, 'the school has too many unfinished files: finish some of them first');
  const reservation = space.reserve({ ...upload, kind: 'unfinished' });
  if (await space.fits()) return;
  reservation.release();
  throw createDiskFullError();
}

const sumOf = (uses: readonly { readonly bytes: number }[]): number => uses.reduce((sum, { bytes }) => sum + bytes, 0);
