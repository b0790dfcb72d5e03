import { expect, it } from 'vitest';
import { startTestServer } from '../tests/contract/server-fixture.ts';
import { createUploadSweep } from './features/platform/upload/upload-sweep.ts';
import { startDuties } from './start-duties.ts';

it('startDuties removes its listeners if it fails, and adds them once when it succeeds', async () => {
  const { deps } = await startTestServer();
  const { projector } = deps.answerLog;
  let listeners = 0;
  for (const event of ['onComplete', 'onRoomOps'] as const) {
    const add = projector[event].bind(projector);
    projector[event] = (listener) => {
      const remove = add(listener);
      listeners += 1;
      return () => {
        listeners -= 1;
        remove();
      };
    };
  }
  let isAway = true;
  const open = async (): Promise<void> => (isAway ? Promise.reject(new Error('the database is away')) : deps.jobs.open());
  const sweep = createUploadSweep(deps);
  const start = () => startDuties({ ...deps, jobs: { ...deps.jobs, open } }, sweep);
  for (let times = 0; times < 3; times += 1) await expect(start()).rejects.toThrow('the database is away');
  expect(listeners).toBe(0);
  isAway = false;
  const end = await start();
  // Three parts of the server listen to changes of attempts: automatic marking and the hand-in webhooks to attempts that become complete, and the
  // room command processor to all attempts.
  expect(listeners).toBe(3);
  await end();
  expect(listeners).toBe(0);
});
