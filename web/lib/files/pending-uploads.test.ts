import { expect, it } from 'vitest';
import type { UploadResult } from '../../../sync/contract/platform/upload.ts';
import { PendingUploads } from './pending-uploads.ts';

const picture = new File([], 'a.png');
const arrived: UploadResult = { url: '/a.png', name: 'a.png', sizeBytes: 1, type: 'image/png' };

it('settled waits for all uploads, including those that begin meanwhile', async () => {
  const pending = new PendingUploads();
  const gates = [Promise.withResolvers<UploadResult>(), Promise.withResolvers<UploadResult>()];
  let next = 0;
  const upload = pending.tracked(() => gates[next++]!.promise);
  const order: string[] = [];
  const first = upload(picture).then(() => order.push('in the text'));
  const settled = pending.settled().then((all) => order.push(`settled ${String(all)}`));
  const second = upload(picture);
  gates[0]!.resolve(arrived);
  await first;
  expect(pending.any).toBe(true);
  gates[1]!.resolve(arrived);
  await Promise.all([second, settled]);
  expect(order).toEqual(['in the text', 'settled true']);
  expect(pending.any).toBe(false);
});

it('settled reports a failed upload, and does not wait for a cancelled one', async () => {
  const pending = new PendingUploads();
  const fail = pending.tracked(() => Promise.reject(new Error('no network')));
  const failed = fail(picture).catch(() => 'failed');
  expect(await pending.settled()).toBe(false);
  expect(await failed).toBe('failed');
  const abort = new AbortController();
  const stop = pending.tracked(
    (_file, options) => new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  const stopped = stop(picture, { signal: abort.signal }).catch(() => 'stopped');
  const settled = pending.settled();
  abort.abort();
  expect(await settled).toBe(true);
  expect(await stopped).toBe('stopped');
});
