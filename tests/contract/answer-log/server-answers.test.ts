import { expect, test } from 'vitest';
import type { AttemptSession } from '../../../sync/engine/client/attempt-session.ts';
import { openAttempt } from '../../../sync/engine/client/open-attempt.ts';
import type { TabMessage } from '../../../sync/engine/ports.ts';
import { generateServerHpkeKeys } from '../../../sync/crypto/server-hpke.ts';
import { hashText, randomBytes, toBase64url } from '../../../sync/crypto/bytes.ts';
import { openVault } from '../../../sync/crypto/vault.ts';
import { createMemoryClientStore, createEmptyDisk, type MemoryDisk } from '../../../sync/engine/store/memory-client-store.ts';
import { storedAttemptId, createSittingRow } from '../fixtures/client-store-rows.ts';
import { failOnFault } from '../../fixtures/engine/fail-on-fault.ts';

/** Opens a session on one PC with one examinee. */
async function device(epoch = 1) {
  const vault = await openVault(randomBytes(32));
  const { publicRaw } = await generateServerHpkeKeys();
  const sittingKey = toBase64url(randomBytes(32));
  const wrappedSittingKey = await vault.wrapSittingKey({ attemptId: storedAttemptId, epoch, actor: 42, sittingKey });
  const serverKeys = { keyId: 'k', hpkePublic: publicRaw, receiptPublic: '' };
  const open = (disk: MemoryDisk): Promise<AttemptSession> => {
    const store = createMemoryClientStore(
      () => disk,
      (_kind, work) => Promise.resolve().then(work),
    );
    const clock = { wallMs: () => 1_790_000_000_000, monoMs: () => 1 };
    const timers = {
      sleep: (_ms: number, signal: AbortSignal) => new Promise<void>((done) => signal.addEventListener('abort', () => done())),
    };
    const chance = { uuid: () => crypto.randomUUID(), random: () => 0.5 };
    const peers = { announce: (_note: TabMessage) => undefined, onAnnounced: () => () => undefined };
    return openAttempt({
      attemptId: storedAttemptId,
      documentId: crypto.randomUUID(),
      store,
      vault,
      clock,
      timers,
      chance,
      digest: hashText,
      peers,
      onFault: failOnFault,
    });
  };
  const disk = createEmptyDisk();
  disk.sittings.set(storedAttemptId, createSittingRow({ epoch, wrappedSittingKey, serverKeys }));
  return { disk, open };
}

const shown = (session: AttemptSession): Record<string, readonly string[]> => Object.fromEntries(session.view().answers);
const manifestSum = (disk: MemoryDisk): number => [...disk.streams.values()].reduce((sum, row) => sum + row.headSeq, 0);

test('SY1, SY14: after a disk rewind, adopted server answers are resubmitted, so that the hand-in lists them', async () => {
  const { disk, open } = await device();
  const rewound = await open(disk);
  // The examinee entered this answer before the answers that the server holds arrived in this tab, so it is newer.
  await rewound.setAnswer('2', ['D']);
  rewound.adoptServerAnswers({
    answers: [
      { itemId: '1', value: ['A'] },
      { itemId: '2', value: ['B'] },
    ],
    flags: [],
    lamport: 1,
  });
  expect(await rewound.setAnswer('3', ['C'])).toBe('saved');
  expect(shown(rewound)).toEqual({ 1: ['A'], 2: ['D'], 3: ['C'] });
  // The streams hold four ops: the op of entering the exam, and three answers.
  expect(manifestSum(disk)).toBe(4);
  rewound.close();
  // The answers that the first tab adopted from the server are on the disk now, so another tab shows them as well.
  const later = await open(disk);
  expect(shown(later)).toEqual({ 1: ['A'], 2: ['D'], 3: ['C'] });
  later.adoptServerAnswers({ answers: [{ itemId: '1', value: ['A'] }], flags: [], lamport: 9 });
  expect(await later.handIn('examinee', 1)).toBe('saved');
  expect(manifestSum(disk)).toBe(6);
  later.close();
});

test('SY15: after a move, adopted answers of the older epoch are shown but not resubmitted', async () => {
  const { disk, open } = await device(2);
  const session = await open(disk);
  session.adoptServerAnswers({ answers: [{ itemId: '1', value: ['A'] }], flags: [], lamport: 1 });
  await session.setFlag('1', true);
  expect(shown(session)).toEqual({ 1: ['A'] });
  expect(manifestSum(disk)).toBe(2);
  session.close();
});
