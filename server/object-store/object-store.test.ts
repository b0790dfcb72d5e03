import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataFolder } from '../../tests/fixtures/data-folder.ts';
import { startS3Server } from '../../tests/fixtures/s3-server.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { openObjectStore } from './open-object-store.ts';
import { createS3Store } from './s3-store.ts';

const nameOf = (letter: string, extension = 'png'): string => `${letter.repeat(32)}.${extension}`;
const unavailable = expect.objectContaining({ error: 'unavailable' });
let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());

/** Collects what a store logs. */
function createLogger() {
  const lines: unknown[][] = [];
  const add = (...line: unknown[]): void => void lines.push(line);
  return { lines, error: add, warn: add };
}

describe.each<[string, () => ObjectStore]>([
  ['a folder', () => createFolderStore(join(createDataFolder(), 'uploads'))],
  ['an S3 bucket', () => createS3Store(server.settings, createLogger())],
])('objects in %s', (_, open) => {
  const read = async (store: ObjectStore, name: string, range?: readonly [number, number]) => {
    const content = await store.get(name, range);
    return content && text(content);
  };

  it('are read whole or by range, with their size', async () => {
    const store = open();
    await store.put(nameOf('a'), Buffer.from('0123456789'));
    expect(await read(store, nameOf('a'))).toBe('0123456789');
    expect(await read(store, nameOf('a'), [2, 4])).toBe('234');
    expect(await read(store, nameOf('a'), [9, 9])).toBe('9');
    expect(await store.head(nameOf('a'))).toBe(10);
    await store.delete(nameOf('a'));
  });

  it('are stored from a local file, also twice under one name', async () => {
    const store = open();
    const path = join(createDataFolder(), 'arriving');
    writeFileSync(path, '影片');
    await store.put(nameOf('b', 'mp4'), { path });
    if (!existsSync(path)) writeFileSync(path, '影片');
    await store.put(nameOf('b', 'mp4'), { path });
    expect(await read(store, nameOf('b', 'mp4'))).toBe('影片');
    expect(await store.head(nameOf('b', 'mp4'))).toBe(6);
    await store.delete(nameOf('b', 'mp4'));
  });

  it('are reported as missing, and may be deleted although missing', async () => {
    const store = open();
    expect(await store.get(nameOf('c'))).toBeNull();
    expect(await store.get(nameOf('c'), [0, 4])).toBeNull();
    expect(await store.head(nameOf('c'))).toBeNull();
    await store.delete(nameOf('c'));
    await store.put(nameOf('c'), Buffer.from('x'));
    await store.delete(nameOf('c'));
    expect(await store.head(nameOf('c'))).toBeNull();
  });

  it('are listed by their names', async () => {
    const store = open();
    expect(await Array.fromAsync(store.list())).toEqual([]);
    const names = ['f', 'd', 'e'].map((letter) => nameOf(letter));
    for (const name of names) await store.put(name, Buffer.from('x'));
    expect(await Array.fromAsync(store.list())).toEqual(names.toSorted());
    for (const name of names) await store.delete(name);
  });
});

describe('an S3 bucket', () => {
  /** Checks that each method is refused, and that the log names the reason without the secret. */
  const expectAway = async (settings: typeof server.settings, reason: RegExp, answerMs?: number): Promise<void> => {
    const logger = createLogger();
    const store = createS3Store(settings, logger, answerMs);
    await expect(store.put(nameOf('a'), Buffer.from('x'))).rejects.toEqual(unavailable);
    await expect(store.get(nameOf('a'))).rejects.toEqual(unavailable);
    await expect(Array.fromAsync(store.list())).rejects.toEqual(unavailable);
    const reasons = logger.lines.map(([fields]) => (fields as { err: Error }).err).map((err) => `${err.message} ${String(err.cause)}`);
    expect(reasons).toEqual([expect.stringMatching(reason), expect.stringMatching(reason), expect.stringMatching(reason)]);
    expect(JSON.stringify(logger.lines)).not.toContain('secret-text');
  };

  it('that cannot be reached refuses each call', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await expectAway({ ...server.settings, endpoint: `http://127.0.0.1:${port}`, secretAccessKey: 'secret-text' }, /ECONNREFUSED/);
  });

  it('that never answers refuses each call', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await expectAway(
      { ...server.settings, endpoint: `http://127.0.0.1:${port}`, secretAccessKey: 'secret-text' },
      /no response within the time limit/,
      1,
    );
    silent.closeAllConnections();
    silent.close();
  });

  it('with a wrong secret or a wrong name refuses each call', async () => {
    await expectAway({ ...server.settings, secretAccessKey: 'secret-text' }, /403 SignatureDoesNotMatch/);
    await expectAway({ ...server.settings, bucket: 'nowhere' }, /404 NoSuchBucket/);
  });

  it('causes a warning at the start if the uploads folder still holds files', async () => {
    const folder = join(createDataFolder(), 'uploads');
    await createFolderStore(folder).put(nameOf('a'), Buffer.from('x'));
    const logger = createLogger();
    openObjectStore(folder, server.settings, logger);
    await expect.poll(() => logger.lines.length).toBe(1);
    expect(logger.lines[0]?.[1]).toMatch(/copy them into the bucket/);
  });
});
