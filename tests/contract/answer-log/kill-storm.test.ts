import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ResponseEnvelope } from '../../../sync/contract/call.ts';
import type { PushInput } from '../../../sync/contract/exams/sync.ts';
import { openDataFolder } from '../../../server/data-folder.ts';
import { openIngest } from '../../../server/answer-log/answer-log.ts';
import { importServerKeys, makeKeysFile } from '../../../server/answer-log/log/server-keys.ts';
import { systemRandom, systemClock } from '../../../server/system-ports.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { chooseByRun } from '../../fixtures/choose-by-run.ts';

/** Pushes its batches in order and repeats each one whose reply it did not get. */
class Pusher {
  readonly stream: DeviceStream;
  readonly batches: readonly PushInput[];
  ackedSeq = 0;
  done = false;
  constructor(stream: DeviceStream, batches: readonly PushInput[]) {
    this.stream = stream;
    this.batches = batches;
  }

  /** Pushes until every batch is acknowledged or the server is gone. */
  async run(url: string, onAck: () => void): Promise<void> {
    for (const batch of this.batches.filter((b) => b.fromSeq + b.ops.length - 1 > this.ackedSeq)) {
      const answered = await post(`${url}/api/sync/push`, batch);
      if (!answered) return;
      if (answered.code !== 0) throw new Error(`refused: ${answered.msg}`);
      const { ackedThrough, headHash } = answered.data as { ackedThrough: number; headHash: string };
      if (headHash !== batch.headHash) throw new Error('acknowledged under another hash');
      this.ackedSeq = ackedThrough;
      onAck();
    }
    this.done = true;
  }
}

const post = (url: string, body: unknown): Promise<ResponseEnvelope | undefined> =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
    .then(
      async (response) => (await response.json()) as ResponseEnvelope,
      () => undefined,
    )
    .catch(() => undefined);

function start(folder: string, dieAfter: number): Promise<{ url: string; child: ChildProcess; gone: Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../fixtures/killable-server.ts'), folder, String(dieAfter)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve({ url: line.toString().trim(), child, gone }));
    child.once('exit', () => reject(new Error('the server ended before it listened')));
  });
}

/** Returns a Park–Miller generator, so that a seed always gives the same storm. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

test('SY6, SY7: kill -9 in the middle of a storm: what was acknowledged is stored, and nothing twice', { timeout: 300_000 }, async () => {
  const seed = Number(process.env['STORM_SEED'] ?? 20_261_121);
  const pick = chance(seed);
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-storm-'));
  const keys = await importServerKeys(await makeKeysFile(join(folder, 'keys.json')));
  const pushers: Pusher[] = [];
  for (let n = 0; n < 24; n += 1) {
    const stream = await DeviceStream.open(keys, n + 1, 1_790_000_000_000);
    const batches = Array.from({ length: 24 }, (_, b) =>
      stream.push(Array.from({ length: 1 + pick(6) }, (_, k) => ({ type: 'answer.set@1', payload: { i: String(b + 1), v: [String(k)] } }))),
    );
    // Every batch carries the sealing secret until one is acknowledged.
    pushers.push(
      new Pusher(
        stream,
        batches.map((b) => ({ ...b, stream: stream.header })),
      ),
    );
  }

  const planned = chooseByRun({ landing: 4, full: 8 });
  let kills = 0;
  while (pushers.some((p) => !p.done)) {
    // Alternates how the server dies: it kills itself between commit and reply, or is killed from outside at any moment. The last run
    // survives.
    const within = 10 + pick(80);
    const byItself = kills % 2 === 0 && kills < planned;
    const { url, child, gone } = await start(folder, byItself ? within : 0);
    let acks = 0;
    const onAck = (): void => {
      acks += 1;
      if (!byItself && kills < planned && acks === within) child.kill('SIGKILL');
    };
    await Promise.all(pushers.filter((p) => !p.done).map((p) => p.run(url, onAck)));
    child.kill('SIGKILL');
    await gone;
    kills += 1;
  }
  expect(kills, `seed ${seed}`).toBeGreaterThanOrEqual(planned);

  const data = await openDataFolder(folder, systemClock.nowMs(), console);
  const silent = (): void => undefined;
  const logger = { info: silent, warn: silent, error: silent };
  const ingest = openIngest({ ...data, clock: systemClock, chance: systemRandom, logger, schedule: setImmediate });
  const stored = new Map<string, number[]>();
  for (const { streamId, fromSeq, ops } of ingest.log.after(0, 100_000))
    stored.set(streamId, [...(stored.get(streamId) ?? []), ...ops.map((_, at) => fromSeq + at)]);
  for (const { stream, ackedSeq } of pushers) {
    const seqs = stored.get(stream.header.streamId) ?? [];
    expect(ackedSeq, `seed ${seed}`).toBe(stream.head.seq);
    expect(seqs, `seed ${seed}`).toEqual(Array.from({ length: stream.head.seq }, (_, at) => at + 1));
    expect(ingest.log.head(stream.header.streamId)).toEqual(stream.head);
  }
  await ingest.projector.untilProjected();
  for (const { stream } of pushers)
    expect(Object.keys(ingest.projector.attempt(stream.header.attemptId)?.state.values ?? {})).toHaveLength(24);
  ingest.close();
  await data.close();
  rmSync(folder, { recursive: true });
});
