import { expect, it } from 'vitest';
import { startMarkingRoom } from '../fixtures/marking-room.ts';
import { examRoomMinuteMs } from '../fixtures/exam-room.ts';

it('an unmarked script has no points or result, and is listed even if the release also waits for something else', async () => {
  const room = await startMarkingRoom({ people: 2 });
  const [, second] = room.pcs;
  const rows = async () => (await room.board()).examinees;
  expect(await rows()).toMatchObject([
    { unmarked: true, wait: 'marking', points: null, passed: null },
    { unmarked: true, wait: 'marking', points: null, passed: null },
  ]);
  // The second examinee's PC reports ops that have not arrived. The release waits for them as well as for the missing marks.
  await room.server.post('/sync/pull', {
    ticket: second?.stream.ticket ?? '',
    newsSeen: 0,
    serverEpoch: '',
    waitMs: 0,
    written: { [second?.stream.header.streamId ?? '']: 9 },
  });
  room.at(room.endMs + 6 * examRoomMinuteMs);
  expect(await rows()).toMatchObject([{ wait: 'marking' }, { unmarked: true, wait: 'delivery', points: null }]);
  // Staff cannot release scores while a script (an examinee's answer to one question) is not completely marked, even if they state a reason.
  expect((await room.release().catch((error: Error) => error)) instanceof Error).toBe(true);
  await room.markAll();
  expect(await rows()).toMatchObject([
    { unmarked: false, wait: null, points: expect.any(Number) as number },
    { unmarked: false, wait: 'delivery', points: expect.any(Number) as number },
  ]);
});
