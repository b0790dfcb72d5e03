import { expect, it } from 'vitest';
import { archiveCalls } from '../../../sync/contract/marking/archive.ts';
import { markingCalls } from '../../../sync/contract/marking/marking.ts';
import { createApp } from '../../../server/app.ts';
import { verifyArchive } from '../../../server/archive/verify-archive.ts';
import { mountArchives } from '../../../server/features/marking/archive/archive-routes.ts';
import { createAttemptLogReads } from '../../../server/answer-log/calls/attempt-log-reads.ts';
import { createSyncReads } from '../../../server/answer-log/calls/sync-reads.ts';
import { itemId, sealTestChunk } from '../fixtures/file-room.ts';
import { createTestMark, startMarkingRoom } from '../fixtures/marking-room.ts';

it('a mark given before the photo arrived goes to the leader when it arrives, but stays after the release', async () => {
  const photo = sealTestChunk();
  const room = await startMarkingRoom({ people: 2, photo });
  const { pcs, server, marker, written, board, release } = room;
  const read = marker(0);
  const markAll = async () => {
    const urls: unknown[] = [];
    for (;;) {
      const { script } = await read(markingCalls.take, written);
      if (script === null) return urls;
      urls.push(...script.files.map(({ url }) => typeof url));
      await read(markingCalls.mark, { ...written, code: script.code, basis: script.basis, given: createTestMark(0.5, 1) });
    }
  };
  const owed = async () => (await board()).examinees.map(({ missingFiles }) => missingFiles);
  expect(await owed()).toEqual([1, 1]);
  expect(await markAll()).toEqual(['object', 'object']);
  expect(await markAll()).toEqual([]);
  const { ticket } = pcs[0]?.stream ?? {};
  for (let n = 0; n < 2; n += 1)
    expect((await server.post('/sync/piece', { ticket, itemId, at: 0, sealed: photo.toString('base64url') })).code).toBe(0);
  expect(await owed()).toEqual([0, 1]);
  // The photo of this answer arrived after the answer was marked. The marking leader decides what happens to the mark.
  const { disputes } = await read(markingCalls.getOverview, { planId: written.planId });
  expect(disputes).toMatchObject([{ state: 'late', totals: [1.5] }]);
  const at = { ...written, code: disputes[0]?.code ?? 0 };
  const { basis, files } = await read(markingCalls.getScript, at);
  expect(files).toMatchObject([{ name: 'photo.jpg', url: expect.any(String) as string }]);
  await read(markingCalls.arbitrate, { ...at, basis, points: null, reason: '照片后到' });
  expect(await markAll()).toEqual(['string']);
  expect(await markAll()).toEqual([]);
  // The scores are released before the photo of the other answer arrives. It is stored then, but changes no points.
  const points = async () => (await board()).examinees.map((one) => one.points);
  await room.markAll();
  await release();
  const told = await points();
  expect(told.every((each) => each !== null && each > 0)).toBe(true);
  const { ticket: late } = pcs[1]?.stream ?? {};
  expect((await server.post('/sync/piece', { ticket: late, itemId, at: 0, sealed: photo.toString('base64url') })).code).toBe(0);
  expect(await owed()).toEqual([0, 0]);
  expect(await points()).toEqual(told);
  // Computing the scores again from the exam archive gives the same scores.
  const { deps } = server;
  const [sync, logs] = [createSyncReads(deps.answerLog), createAttemptLogReads(deps.answerLog)];
  const uploads = { ofSchool: async () => new Map<string, never>(), pictures: async () => new Map<string, never>() };
  const app = createApp(deps, server.handlers, (routes) => mountArchives(routes, { ...deps, sync, logs, uploads }));
  const { url } = await room.teacher(archiveCalls.make, { planId: written.planId });
  const archive = Buffer.from(await (await app.request(url)).arrayBuffer());
  expect(await verifyArchive(archive)).toMatchObject({ faults: [], attempts: 2 });
});
