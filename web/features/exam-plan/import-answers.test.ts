import { expect, it } from 'vitest';
import type { PushInput } from '../../../sync/contract/sync.ts';
import { writeAnswerFile } from '../../../sync/engine/answer-file.ts';
import { sha256Text } from '../../../sync/seal/digest.ts';
import { opRow, sittingRow, streamRow } from '../../../tests/contract/client-store-rows.ts';
import { createMemoryClientStore, emptyDisk } from '../../../sync/engine/memory-client-store.ts';
import { importAnswerFile, verdictOf, type ImportDeps } from './import-answers.ts';

const hash = (n: number) => `${'A'.repeat(42)}${'AEIMQUYcgkosw048'[n % 16]}`;
/** 450 ops of 9 KB: more than one call takes. */
async function largeFile() {
  const disk = emptyDisk();
  const sitting = sittingRow();
  disk.sittings.set(sitting.attemptId, sitting);
  const count = 450;
  const stream = streamRow({ headSeq: count, headHash: hash(count), genesis: hash(0), wrappedForServer: 'AAAA' });
  disk.streams.set(stream.streamId, stream);
  disk.ops.set(
    stream.streamId,
    Array.from({ length: count }, (_, at) => opRow(at + 1, { sealed: 'A'.repeat(9_000), hash: hash(at + 1) })),
  );
  const store = createMemoryClientStore(
    () => disk,
    (_kind, work) => Promise.resolve().then(work),
  );
  const owner = { exam: '考试', seat: '1', name: '王', ticketNo: '9' };
  const { text } = await writeAnswerFile(store, [sitting.attemptId], owner, { digest: sha256Text, madeMs: 1 });
  return { name: 'a.wenkao', size: text.length, text: async () => text };
}

it('sends a file in its own order in calls of a bounded size, and sums up what came of it', async () => {
  const sent: PushInput[][] = [];
  const told: number[] = [];
  const deps: ImportDeps = {
    digest: sha256Text,
    send: async (batches) => {
      sent.push(batches);
      return {
        outcomes: batches.map((_, at) => (at === 0 && sent.length === 1 ? { outcome: 'stored', ops: 7 } : { outcome: 'held', ops: 0 })),
        examinees: [],
      };
    },
    sendPiece: async () => true,
    progress: (done) => told.push(done),
  };
  const report = await importAnswerFile(await largeFile(), deps);
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.every((part) => JSON.stringify(part).length < 2_000_000)).toBe(true);
  expect(sent.flat().map((batch) => batch.fromSeq)).toEqual(
    sent
      .flat()
      .map((batch) => batch.fromSeq)
      .toSorted((a, b) => a - b),
  );
  expect(report).toMatchObject({ added: 7, fault: null, damaged: 0, missing: 0, counts: { stored: 1 } });
  expect(verdictOf(report)).toBe('good');
  expect(told.at(-1)).toBe(1);
});

it('is bad where nothing belongs here, and partly where something was damaged', async () => {
  const file = await largeFile();
  const deps = (outcome: 'stored' | 'otherExam'): ImportDeps => ({
    digest: sha256Text,
    send: async (batches) => ({ outcomes: batches.map(() => ({ outcome, ops: 0 })), examinees: [] }),
    sendPiece: async () => true,
    progress: () => undefined,
  });
  expect(verdictOf(await importAnswerFile(file, deps('otherExam')))).toBe('bad');
  const text = (await file.text()).replace(/A{50}/, 'B'.repeat(50));
  expect(verdictOf(await importAnswerFile({ ...file, text: async () => text }, deps('stored')))).toBe('partly');
  expect(verdictOf(await importAnswerFile({ name: 'x.txt', size: 3, text: async () => 'abc' }, deps('stored')))).toBe('bad');
  expect(await importAnswerFile({ ...file, size: 1e9 }, deps('stored'))).toMatchObject({ fault: 'large' });
});
