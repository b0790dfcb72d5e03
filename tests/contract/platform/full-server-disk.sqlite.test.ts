import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readServerKeys } from '../../../server/answer-log/log/server-keys.ts';
import type { ResponseEnvelope } from '../../../sync/contract/call.ts';
import { ApiClient } from '../../e2e/rig/api-client.ts';
import { findFreePort } from '../../e2e/rig/free-port.ts';
import { BrowserTestServer } from '../../e2e/rig/server-process.ts';
import { SmallDisk } from '../../e2e/rig/small-disk.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';

/** Sizes of the small disk that holds the server's data folder, and of the log's reserve. Uploads must leave 1 GB of the disk free. */
const mb = 2 ** 20;
const diskMb = 1250;
const reserveMb = 16;
const mayMount = process.getuid?.() === 0;
if (!mayMount) console.log('Not run without root, which mounting a small disk needs: 25.3 on a real disk.');

let disk: SmallDisk;
let server: BrowserTestServer;
beforeAll(async () => {
  if (!mayMount) return;
  disk = new SmallDisk(diskMb);
  const environment = { WENKAO_DATA: join(disk.dir, 'data'), WENKAO_LOG_RESERVE_MB: String(reserveMb) };
  server = new BrowserTestServer(await findFreePort(), environment);
  await server.start();
}, 180_000);
afterAll(async () => {
  if (!mayMount) return;
  await server.dispose();
  disk.dispose();
});

const readiness = async (): Promise<{ status: number; body: string }> => {
  const answer = await fetch(`${server.origin}/readyz`);
  return { status: answer.status, body: await answer.text() };
};
const reserveLeftBytes = async (): Promise<number> =>
  Number(/^wenkao_log_reserve_bytes (\d+)$/m.exec(await (await fetch(`${server.origin}/metrics`)).text())?.[1]);

test.runIf(mayMount)(
  'uploads never take the answer log’s space, and answers are stored on a disk filled by another program',
  async () => {
    const teacher = await ApiClient.signIn(server.origin, 'teacher');
    const tus = (path: string, method: string, headers: Record<string, string>, body?: Buffer<ArrayBuffer>) =>
      fetch(`${server.origin}/api/tus${path}`, {
        method,
        headers: { 'X-Token': teacher.token, 'Tus-Resumable': '1.0.0', ...headers },
        ...(body && { body }),
      });
    const begin = (bytes: number) => tus('', 'POST', { 'Upload-Length': String(bytes) });
    const chunk = (path: string, offset: number, bytes: number) =>
      tus(path, 'PATCH', { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' }, Buffer.alloc(bytes, 1));

    // The server writes the reserve (a file that keeps disk space for the answer log) in the background after its start.
    await expect.poll(reserveLeftBytes, { timeout: 60_000 }).toBe(reserveMb * mb);

    expect((await tus('', 'POST', { 'Upload-Defer-Length': '1' })).status).toBe(400);
    expect((await begin(600 * mb)).status).toBe(507);
    // Each of the two uploads would fit alone, but not both. The first has written nothing yet but has reserved its space.
    const first = await begin(120 * mb);
    expect(first.status).toBe(201);
    expect((await begin(120 * mb)).status).toBe(507);
    const path = `/${(first.headers.get('location') ?? '').split('/').at(-1)}`;
    expect((await chunk(path, 0, 4 * mb)).status).toBe(204);
    expect(await readiness()).toMatchObject({ status: 200 });

    disk.fill();
    expect((await chunk(path, 4 * mb, 4 * mb)).status).toBe(507);
    const full = await readiness();
    expect(full.status).toBe(503);
    expect(full.body).toContain('0 MB left and answers need');

    const keys = await readServerKeys(join(disk.dir, 'data', 'keys.json'));
    for (let examinee = 1; examinee <= 3; examinee += 1) {
      const stream = await DeviceStream.open(keys, examinee, Date.now());
      const batch = stream.push([{ type: 'answer.set@1', payload: { i: '1', v: ['A'] } }]);
      const answer = await fetch(`${server.origin}/api/sync/push`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...batch, stream: stream.header }),
      });
      const { code, msg, data } = (await answer.json()) as ResponseEnvelope;
      expect([code, msg], `examinee ${examinee}`).toEqual([0, expect.any(String)]);
      expect(data).toMatchObject({ headHash: batch.headHash });
    }
    expect(await reserveLeftBytes()).toBeLessThan(reserveMb * mb);

    disk.free();
    await expect.poll(readiness).toMatchObject({ status: 200 });
    expect((await chunk(path, 4 * mb, 4 * mb)).status).toBe(204);
  },
  180_000,
);
