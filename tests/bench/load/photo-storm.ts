import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { attachmentLimits, encodeFileValue, countFileChunks, sealOverheadBytes } from '../../../sync/engine/ops/attachment.ts';
import { importServerKeys, type StoredServerKeys } from '../../../server/answer-log/log/server-keys.ts';
import { createHandIn } from '../../device/hand-in.ts';
import { DeviceStream, type OpToWrite } from '../../device/sealed-stream.ts';
import { finishLoad } from './finish.ts';
import { RawClient, rawRequest, waitForReceipt } from './raw-client.ts';

/** Students who hand in homework within `withinMs`. Each sends photos, one chunk at a time, as a device does. */
export interface PhotoStormInput {
  readonly keysFile: string;
  readonly port: number;
  readonly students: readonly { readonly userId: number; readonly attemptId: string }[];
  readonly photos: number;
  readonly photoBytes: number;
  readonly withinMs: number;
  readonly beginAtMs: number;
}
export interface PhotoStormResult {
  readonly chunkMs: number[];
  /** Milliseconds from a student's first push to the receipt, which waits for all photos. */
  readonly wholeMs: number[];
  readonly errors: string[];
  readonly bytes: number;
  readonly tookMs: number;
}

const input = JSON.parse(process.argv[2] ?? '{}') as PhotoStormInput;
const keys = await importServerKeys(JSON.parse(readFileSync(input.keysFile, 'utf8')) as StoredServerKeys);
const result = { chunkMs: [] as number[], wholeMs: [] as number[], errors: [] as string[], bytes: 0 };

/** Makes a photo of random bytes instead of sealed ones. The server cannot tell them apart, because it opens chunks only when a teacher looks. */
function photo(stream: DeviceStream, at: number): { op: OpToWrite; chunks: Buffer[] } {
  const itemId = `1/${String(at).padStart(8, '0')}`;
  const sealed = Array.from({ length: countFileChunks(input.photoBytes) }, (_, n) =>
    randomBytes(Math.min(attachmentLimits.chunkBytes, input.photoBytes - n * attachmentLimits.chunkBytes) + sealOverheadBytes),
  );
  const chunkHashes = sealed.map((chunk) => createHash('sha256').update(chunk).digest('base64url'));
  const key = randomBytes(32).toString('base64url');
  const value = encodeFileValue({ name: `照片${at}.jpg`, type: 'image/jpeg', bytes: input.photoBytes, key, chunkHashes });
  result.bytes += input.photoBytes;
  return {
    op: { type: 'answer.set@1', payload: { i: itemId, v: [...value] } },
    chunks: sealed.map((chunk, n) =>
      rawRequest('/api/sync/piece', { ticket: stream.ticket, itemId, at: n, sealed: chunk.toString('base64url') }),
    ),
  };
}

const students = await Promise.all(
  input.students.map(async ({ userId, attemptId }) => {
    const stream = await DeviceStream.open(keys, userId, Date.now(), attemptId);
    const photos = Array.from({ length: input.photos }, (_, at) => photo(stream, at));
    const answers = [{ type: 'attempt.enter@1', payload: {} }, ...photos.map(({ op }) => op)];
    const pushes = [rawRequest('/api/sync/push', stream.push(answers))];
    pushes.push(rawRequest('/api/sync/push', stream.push([await createHandIn([stream])])));
    return { stream, pushes, chunks: photos.flatMap(({ chunks }) => chunks) };
  }),
);
async function handIn({ stream, pushes, chunks }: (typeof students)[number], startMs: number): Promise<void> {
  await wait(startMs);
  // Connect only now: the server closes connections that are idle for a minute.
  const client = await RawClient.open(input.port);
  const began = performance.now();
  for (const push of pushes) await client.call(push);
  for (const chunk of chunks) {
    const sent = performance.now();
    await client.call(chunk);
    result.chunkMs.push(performance.now() - sent);
  }
  await waitForReceipt(client, stream.ticket);
  result.wholeMs.push(performance.now() - began);
}

await wait(Math.max(0, input.beginAtMs - Date.now()));
const began = performance.now();
await Promise.all(
  students.map((student, n) =>
    handIn(student, (n / students.length) * input.withinMs * 0.8).catch((error: unknown) => result.errors.push(String(error))),
  ),
);
finishLoad<PhotoStormResult>({ ...result, tookMs: performance.now() - began });
