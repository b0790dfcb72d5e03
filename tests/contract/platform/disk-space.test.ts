import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { FreeSpace } from '../../../server/free-space.ts';
import { mountServiceRoutes } from '../../../server/http/routes/service-routes.ts';
import { openAnswerLog } from '../../../server/answer-log/answer-log.ts';
import { LogReserve } from '../../../server/answer-log/log/log-reserve.ts';
import { accountLimits } from '../../../server/limits.ts';
import { removeOldArrivingFiles } from '../../../server/features/platform/upload/arriving-files.ts';
import { mountResumable } from '../../../server/features/platform/upload/resumable.ts';
import { createUploadStore } from '../../../server/features/platform/upload/upload-store.ts';
import { createAuthenticator } from '../../../server/features/people/user/sign-in/authenticator.ts';
import { createDataFolder } from '../../fixtures/data-folder.ts';
import { requireAcceptedPush, createAnswerOp, createAnswerLogRig } from '../fixtures/answer-log-rig.ts';
import { startTestServer } from '../server-fixture.ts';

const gb = 2 ** 30;
const dayMs = 24 * 3_600_000;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF');

/** Starts a server that accepts uploads and whose disk reports `disk.freeBytes`. */
async function startUploads() {
  const server = await startTestServer();
  server.time.nowMs = Date.now();
  const disk = { freeBytes: 1000 * gb };
  const { deps } = server;
  const { space } = deps;
  deps.inspection.disk = () => Promise.resolve({ ...disk, totalBytes: 2000 * gb });
  const folder = join(deps.inspection.folder, 'uploads');
  const app = createApp(deps, server.handlers, (routes) => {
    mountResumable(routes, {
      ...deps,
      authenticate: createAuthenticator(deps),
      folder,
      store: createUploadStore(deps.db),
      maxBytes: () => Promise.resolve(4 * gb),
    });
    mountServiceRoutes(routes, { version: '', stopping: deps.stopping, notReadyBecause: () => space.shortage(), metricsToken: '' });
  });
  const token = await server.openSession(6);
  const send = (method: string, path: string, headers: Record<string, string>, body?: Buffer, as = token) =>
    app.request(path, {
      method,
      headers: { 'x-token': as, 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });
  const begin = (bytes: number, as = token) => send('POST', '/api/tus', { 'upload-length': String(bytes) }, undefined, as);
  const chunk = (path: string, offset: number, body: Buffer, as = token) =>
    send(
      'PATCH',
      path,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', 'content-length': String(body.length) },
      body,
      as,
    );
  const call = async (path: string, body: object) => {
    const response = await app.request(`/api${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'x-token': token } });
    return (await response.json()) as { code: number; data?: { url: string } };
  };
  return { ...server, app, disk, space, folder, send, begin, chunk, call };
}
const placeOf = (response: Response): string => response.headers.get('location') ?? '';

it('an upload without a length, or with content in its first request, is refused', async () => {
  const { send } = await startUploads();
  expect((await send('POST', '/api/tus', { 'upload-defer-length': '1' })).status).toBe(400);
  const withContent = await send('POST', '/api/tus', { 'upload-length': '21', 'content-type': 'application/offset+octet-stream' }, pdf);
  expect(withContent.status).toBe(400);
});

it('the number of unfinished uploads is limited, also if they begin at the same moment', async () => {
  const { begin, send } = await startUploads();
  const begun = await Promise.all(Array.from({ length: 10 }, async () => begin(2 * gb)));
  const statuses = begun.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array<number>(accountLimits.unfinishedUploads).fill(201), 429, 429]);
  // Cancelling an upload releases its reservation.
  const place = placeOf(begun.find(({ status }) => status === 201) as Response);
  expect((await send('DELETE', place, {})).status).toBe(204);
  expect((await begin(2 * gb)).status).toBe(201);
});

it('unfinished uploads count towards the account’s daily limit and the school’s limit', async () => {
  const { begin, space, schoolIds, idOf, openSession } = await startUploads();
  const schoolId = schoolIds[0];
  space.reserve({ name: 'mine', kind: 'unfinished', userId: idOf('type6'), schoolId, bytes: accountLimits.courseBytesPerDay - gb });
  expect((await begin(2 * gb)).status).toBe(429);
  expect((await begin(gb)).status).toBe(201);
  const other = await openSession(2);
  space.reserve({
    name: 'theirs',
    kind: 'unfinished',
    userId: 0,
    schoolId,
    bytes: accountLimits.unfinishedBytesOfSchool - accountLimits.courseBytesPerDay,
  });
  expect((await begin(1, other)).status).toBe(429);
});

it('the missing bytes of unfinished uploads are reserved, and released as they arrive', async () => {
  const { begin, chunk, disk } = await startUploads();
  disk.freeBytes = accountLimits.keptFreeBytes + 100;
  const first = await begin(60);
  expect(first.status).toBe(201);
  expect((await begin(60)).status).toBe(507);
  expect((await chunk(placeOf(first), 0, Buffer.alloc(30))).status).toBe(204);
  disk.freeBytes -= 30;
  expect((await begin(40)).status).toBe(201);
});

it('a chunk without a length or above the size limit is refused', async () => {
  const { begin, send } = await startUploads();
  const place = placeOf(await begin(gb));
  const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  expect((await send('PATCH', place, headers, pdf)).status).toBe(411);
  expect((await send('PATCH', place, { ...headers, 'content-length': String(gb) }, pdf)).status).toBe(413);
});

it('on a disk filled by others a chunk is refused, a push is stored, and /readyz names the reason', async () => {
  const { begin, chunk, disk, space, app } = await startUploads();
  const place = placeOf(await begin(100));
  expect((await app.request('/readyz')).status).toBe(200);
  disk.freeBytes = accountLimits.logReserveBytes - 2 ** 20;
  expect((await chunk(place, 0, Buffer.alloc(10))).status).toBe(507);
  const ready = await app.request('/readyz');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({
    status: 'notReady',
    reason: 'the disk of the data folder has 511 MB left and answers need 512 MB: delete or move other files',
  });
  const rig = await createAnswerLogRig('memory', (rest) => openAnswerLog({ ...rest, space }));
  const device = await rig.device();
  expect(requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A')]))).ackedThrough).toBe(1);
  disk.freeBytes = 1000 * gb;
  expect((await chunk(place, 0, Buffer.alloc(10))).status).toBe(204);
});

it('an unfinished or unused upload expires while the server runs, and its space is released', async () => {
  const { begin, chunk, folder, space, time } = await startUploads();
  const half = placeOf(await begin(100));
  const whole = placeOf(await begin(pdf.length));
  await chunk(whole, 0, pdf);
  await removeOldArrivingFiles(folder, space, time.nowMs + 6 * dayMs);
  expect(space.reserved({ kind: 'unfinished' })).toHaveLength(2);
  await removeOldArrivingFiles(folder, space, time.nowMs + 8 * dayMs);
  expect(space.reserved({})).toEqual([]);
  expect(readdirSync(join(folder, 'resuming'))).toEqual([]);
  expect((await chunk(half, 0, pdf)).status).toBe(404);
});

it('a restarted server still counts unfinished uploads', async () => {
  const { begin, chunk, folder, idOf, schoolIds, deps } = await startUploads();
  await chunk(placeOf(await begin(100)), 0, Buffer.alloc(10));
  writeFileSync(join(folder, 'resuming', 'damaged.json'), '{');
  const again = new FreeSpace({ clock: deps.clock, freeBytes: () => Promise.resolve(accountLimits.keptFreeBytes + 89) });
  await removeOldArrivingFiles(folder, again, Date.now());
  expect(again.reserved({})).toMatchObject([{ userId: idOf('type6'), schoolId: schoolIds[0], bytes: 100 }]);
  // The upload has 10 of its 100 bytes on the disk. So 90 more are needed, but only 89 are free.
  expect(await again.fits()).toBe(false);
  expect(existsSync(join(folder, 'resuming', 'damaged.json'))).toBe(false);
});

it('three concurrent calls of takeFile for one upload get the same answer', async () => {
  const { begin, chunk, call, space } = await startUploads();
  const place = placeOf(await begin(pdf.length));
  await chunk(place, 0, pdf);
  const upload = place.split('/').at(-1) ?? '';
  const taken = await Promise.all([1, 2, 3].map(() => call('/upload/takeFile', { upload, name: 'a.pdf' })));
  expect(taken.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(new Set(taken.map(({ data }) => data?.url)).size).toBe(1);
  expect(space.reserved({})).toEqual([]);
});

it('an unfinished upload is unknown to another server, and continues at the first one', async () => {
  const { begin, chunk, deps, handlers, openSession } = await startUploads();
  const other = createApp(deps, handlers, (routes) =>
    mountResumable(routes, {
      ...deps,
      authenticate: createAuthenticator(deps),
      folder: join(createDataFolder(), 'uploads'),
      store: createUploadStore(deps.db),
      space: new FreeSpace({ clock: deps.clock, freeBytes: () => Promise.resolve(1000 * gb) }),
      maxBytes: () => Promise.resolve(4 * gb),
    }),
  );
  const headers = { 'x-token': await openSession(6), 'tus-resumable': '1.0.0' };
  const place = placeOf(await begin(pdf.length));
  expect((await chunk(place, 0, pdf.subarray(0, 5))).status).toBe(204);
  expect((await other.request(place, { method: 'HEAD', headers })).status).toBe(404);
  const begun = await other.request('/api/tus', { method: 'POST', headers: { ...headers, 'upload-length': String(pdf.length) } });
  expect(begun.status).toBe(201);
  expect((await chunk(place, 5, pdf.subarray(5))).status).toBe(204);
});

it('a commit that finds the disk full is repeated with the reserved space', async () => {
  const reserve = new LogReserve(join(createDataFolder(), 'log.reserve'), 6 * 2 ** 20);
  await reserve.fill(() => Promise.resolve(true));
  expect(reserve.reservedBytes).toBe(6 * 2 ** 20);
  const rig = await createAnswerLogRig('memory', (rest) => openAnswerLog({ ...rest, reserve }));
  const device = await rig.device();
  const commit = rig.answerLog.log.commit.bind(rig.answerLog.log);
  let isFull = true;
  rig.answerLog.log.commit = <T>(work: () => T extends Promise<unknown> ? never : T): T => {
    if (isFull && reserve.reservedBytes === 6 * 2 ** 20)
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    return commit(work);
  };
  expect(requireAcceptedPush(await rig.push(device.push([createAnswerOp(1, 'A')]))).ackedThrough).toBe(1);
  expect(reserve.reservedBytes).toBe(2 * 2 ** 20);
  isFull = false;
  await reserve.fill(() => Promise.resolve(true));
  expect(reserve.reservedBytes).toBe(6 * 2 ** 20);
});
