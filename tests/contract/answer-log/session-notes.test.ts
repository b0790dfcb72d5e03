import { expect, test } from 'vitest';
import { openAttempt } from '../../../sync/engine/client/open-attempt.ts';
import type { TabMessage } from '../../../sync/engine/ports.ts';
import { hashText, randomBytes, toBase64url } from '../../../sync/crypto/bytes.ts';
import { generateServerHpkeKeys } from '../../../sync/crypto/server-hpke.ts';
import { openVault } from '../../../sync/crypto/vault.ts';
import { createMemoryClientStore, createEmptyDisk } from '../../../sync/engine/store/memory-client-store.ts';
import { storedAttemptId, createSittingRow } from '../fixtures/client-store-rows.ts';
import { failOnFault } from '../../fixtures/engine/fail-on-fault.ts';

/** Opens a session in a tab. The tab also receives its own messages, like every tab of the product. */
async function openSession() {
  const vault = await openVault(randomBytes(32));
  const { publicRaw } = await generateServerHpkeKeys();
  const wrappedSittingKey = await vault.wrapSittingKey({
    attemptId: storedAttemptId,
    epoch: 1,
    actor: 42,
    sittingKey: toBase64url(randomBytes(32)),
  });
  const disk = createEmptyDisk();
  disk.sittings.set(
    storedAttemptId,
    createSittingRow({ epoch: 1, wrappedSittingKey, serverKeys: { keyId: 'k', hpkePublic: publicRaw, receiptPublic: '' } }),
  );
  let looks = 0;
  /** Reads finish only after this promise, as on a slow disk. */
  let reading: Promise<void> = Promise.resolve();
  const memory = createMemoryClientStore(
    () => disk,
    (_kind, work) => Promise.resolve().then(work),
  );
  const store = {
    ...memory,
    streamsOf: async (id: string) => {
      looks += 1;
      const rows = await memory.streamsOf(id);
      await reading;
      return rows;
    },
  };
  const heard: ((note: TabMessage) => void)[] = [];
  const tell = (note: TabMessage): void => {
    for (const hear of heard) hear(note);
  };
  const session = await openAttempt({
    attemptId: storedAttemptId,
    documentId: crypto.randomUUID(),
    store,
    vault,
    clock: { wallMs: () => 1_790_000_000_000, monoMs: () => 1 },
    timers: { sleep: (_ms, signal) => new Promise((done) => signal.addEventListener('abort', () => done())) },
    chance: { uuid: () => crypto.randomUUID(), random: () => 0.5 },
    digest: hashText,
    onFault: failOnFault,
    peers: {
      announce: (note) => queueMicrotask(() => tell(note)),
      onAnnounced(listener) {
        heard.push(listener);
        return () => undefined;
      },
    },
  });
  /** Delays the results of reads until the returned function is called. */
  const holdReads = (): (() => void) => {
    let release = (): void => undefined;
    reading = new Promise((resolve) => (release = resolve));
    return () => release();
  };
  return { session, disk, tell, looks: () => looks, holdReads };
}

test('a session reads only the ops of other writers from the store, not its own', async () => {
  const { session, disk, tell, looks } = await openSession();
  const before = looks();
  for (const value of ['A', 'B', 'C']) expect(await session.setAnswer('1', [value])).toBe('saved');
  expect(session.view().saveStatus).toMatchObject({ localCount: 4, received: 0, saving: false });
  expect(looks()).toBe(before);

  for (const [id, row] of disk.streams) disk.streams.set(id, { ...row, ackedSeq: 4 });
  tell({ kind: 'changed', attemptId: storedAttemptId });
  await expect.poll(() => session.view().saveStatus.received).toBe(4);
  expect(looks()).toBeGreaterThan(before);
  session.close();
});

test('SY3: saving an answer does not wait for a read of other writers’ ops, and that read does not undo it', async () => {
  const { session, disk, tell, looks, holdReads } = await openSession();
  await session.setAnswer('1', ['A']);
  for (const [id, row] of disk.streams) disk.streams.set(id, { ...row, ackedSeq: 1 });
  const [before, release] = [looks(), holdReads()];
  tell({ kind: 'changed', attemptId: storedAttemptId });
  await expect.poll(looks).toBe(before + 1);

  expect(await session.setAnswer('1', ['B'])).toBe('saved');
  expect(session.view().answers.get('1')).toEqual(['B']);
  expect(session.view().saveStatus).toMatchObject({ localCount: 3, received: 0 });
  release();
  await expect.poll(() => session.view().saveStatus.received).toBe(1);
  expect(session.view().answers.get('1')).toEqual(['B']);
  expect(session.view().saveStatus.localCount).toBe(3);
  expect(await session.setAnswer('1', ['C'])).toBe('saved');
  session.close();
});
