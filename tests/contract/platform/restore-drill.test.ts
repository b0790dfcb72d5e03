import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDataFolder } from '../../../server/data-folder.ts';
import { openAnswerLog } from '../../../server/answer-log/answer-log.ts';
import { readServerKeys } from '../../../server/answer-log/log/server-keys.ts';
import { systemRandom, systemClock } from '../../../server/system-ports.ts';
import { createEngineDevice } from '../../device/engine-device.ts';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
/** Runs a command line of `server/run`, as an administrator does. */
const command = (name: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, '../../../server/run', `${name}.ts`), ...args], (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const patient = { timeout: 30_000, interval: 20 };

describe('backup and restore', { timeout: 300_000 }, () => {
  let folder: string;
  let dataDir: string;
  let server: { url: string; child: ChildProcess } | undefined;

  const start = async (): Promise<void> => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../fixtures/killable-server.ts'), dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    server = { url: line.toString().trim(), child };
  };
  const kill = async (): Promise<void> => {
    if (!server) return;
    const gone = once(server.child, 'exit');
    server.child.kill('SIGKILL');
    await gone;
    server = undefined;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wenkao-drill-'));
    dataDir = join(folder, 'data');
  });
  afterEach(async () => {
    await kill();
    rmSync(folder, { recursive: true });
  });

  it('SY8: answers acknowledged after the backup are on the restored server, each once', async () => {
    await start();
    const keys = await readServerKeys(join(dataDir, 'keys.json'));
    const devices = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((actor) => createEngineDevice(keys, actor, () => server?.url ?? 'http://127.0.0.1:9')),
    );
    const answerAll = (from: number, count: number): void => {
      for (let item = from; item < from + count; item += 1) for (const device of devices) device.answer(item, String(item));
    };
    const delivered = () =>
      vi.waitFor(() => {
        for (const { acknowledged } of devices) expect(acknowledged.ackedSeq).toBe(acknowledged.headSeq);
      }, patient);

    answerAll(1, 12);
    await delivered();
    // Answers keep arriving while the backup is made.
    answerAll(13, 12);
    const backup = await command('backup', '--data', dataDir, '--to', join(folder, 'backups'));
    expect(backup).toMatchObject({ code: 0, err: '' });
    answerAll(25, 12);
    await delivered();
    const epochBefore = devices[0]?.acknowledged.ackedBy;
    const [name = ''] = readdirSync(join(folder, 'backups'));
    const from = join(folder, 'backups', name);

    expect(await command('restore', '--data', dataDir, '--from', from, '--force')).toMatchObject({
      code: 1,
      err: expect.stringContaining('another server is using') as string,
    });
    await kill();
    expect(await command('restore', '--data', dataDir, '--from', from)).toMatchObject({
      code: 1,
      err: expect.stringContaining('not empty') as string,
    });
    const restored = await command('restore', '--data', dataDir, '--from', from, '--force');
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('.before-restore-');

    await start();
    for (const device of devices) device.online();
    await vi.waitFor(() => {
      for (const { acknowledged } of devices) {
        expect(acknowledged.ackedBy).not.toBe(epochBefore);
        expect(acknowledged.ackedSeq).toBe(36);
      }
    }, patient);
    await Promise.all(devices.map((device) => device.end()));
    await kill();

    const data = await openDataFolder(dataDir, systemClock.nowMs(), console);
    const answerLog = openAnswerLog({ ...data, clock: systemClock, chance: systemRandom, logger: quiet, schedule: setImmediate });
    const stored = new Map<string, number[]>();
    for (const { streamId, fromSeq, ops } of answerLog.log.after(0, 100_000))
      stored.set(streamId, [...(stored.get(streamId) ?? []), ...ops.map((_, at) => fromSeq + at)]);
    await answerLog.projector.waitUntilProjected();
    for (const { streamId, attemptId } of devices) {
      expect(stored.get(streamId)).toEqual(Array.from({ length: 36 }, (_, at) => at + 1));
      expect(Object.keys(answerLog.projector.attempt(attemptId)?.state.values ?? {})).toHaveLength(36);
    }
    answerLog.close();
    await data.close();

    const { auditHeads } = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as { auditHeads: string[] };
    expect(auditHeads).toEqual([]);
    expect(await command('audit-verify', '--data', dataDir)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^ok: 1 entries, heads:\n0:1:[\w-]{43}\n$/) as string,
    });
  });

  it('the backup and restore commands name a missing argument in one sentence', async () => {
    expect(await command('backup', '--data', join(folder, 'nowhere'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('is this a data folder?') as string,
    });
    expect(await command('restore', '--data', dataDir)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--from is missing') as string,
    });
    expect((await command('backup', '--nonsense')).code).toBe(2);
  });
});
