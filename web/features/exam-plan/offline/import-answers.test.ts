import { expect, it } from 'vitest';
import type { PushInput } from '../../../../sync/contract/exams/sync.ts';
import { writeAnswerFileChunk, writeAnswerFile } from '../../../../sync/engine/transfer/answer-file.ts';
import { hashText } from '../../../../sync/crypto/bytes.ts';
import { createOpRow, createSittingRow, createStreamRow } from '../../../../tests/contract/fixtures/client-store-rows.ts';
import { createMemoryClientStore, createEmptyDisk } from '../../../../sync/engine/store/memory-client-store.ts';
import { importAnswerFile, classifyImport, type ImportDeps } from './import-answers.ts';

const hash = (n: number) => `${'A'.repeat(42)}${'AEIMQUYcgkosw048'[n % 16]}`;
/** Builds an answer file with 450 ops of 9 KB, more than one call accepts. */
async function largeFile() {
  const disk = createEmptyDisk();
  const sitting = createSittingRow();
  disk.sittings.set(sitting.attemptId, sitting);
  const count = 450;
  const stream = createStreamRow({ headSeq: count, headHash: hash(count), genesis: hash(0), wrappedForServer: 'AAAA' });
  disk.streams.set(stream.streamId, stream);
  disk.ops.set(
    stream.streamId,
    Array.from({ length: count }, (_, at) => createOpRow(at + 1, { sealed: 'A'.repeat(9_000), hash: hash(at + 1) })),
  );
  const store = createMemoryClientStore(
    () => disk,
    (_kind, work) => Promise.resolve().then(work),
  );
  const owner = { exam: '考试', seat: '1', name: '王', ticketNo: '9' };
  const { text } = await writeAnswerFile(store, [sitting.attemptId], owner, { digest: hashText, madeMs: 1 });
  return new File([text], 'a.wenkao');
}

it('importAnswerFile sends a file in order in calls of bounded size, and sums up the outcomes', async () => {
  const sent: PushInput[][] = [];
  const progress: number[] = [];
  const deps: ImportDeps = {
    digest: hashText,
    send: async (batches) => {
      sent.push(batches);
      return {
        outcomes: batches.map((_, at) => (at === 0 && sent.length === 1 ? { outcome: 'stored', ops: 7 } : { outcome: 'held', ops: 0 })),
        examinees: [],
      };
    },
    sendChunk: async () => 'held',
    progress: (done) => progress.push(done),
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
  expect(classifyImport(report)).toBe('good');
  expect(progress.at(-1)).toBe(1);
});

it('classifyImport returns bad for a file of another exam, and partly for a damaged file', async () => {
  const file = await largeFile();
  const deps = (outcome: 'stored' | 'otherExam'): ImportDeps => ({
    digest: hashText,
    send: async (batches) => ({ outcomes: batches.map(() => ({ outcome, ops: 0 })), examinees: [] }),
    sendChunk: async () => 'held',
    progress: () => undefined,
  });
  expect(classifyImport(await importAnswerFile(file, deps('otherExam')))).toBe('bad');
  const text = (await file.text()).replace(/A{50}/, 'B'.repeat(50));
  expect(classifyImport(await importAnswerFile(new File([text], 'a.wenkao'), deps('stored')))).toBe('partly');
  expect(classifyImport(await importAnswerFile(new File(['abc'], 'x.txt'), deps('stored')))).toBe('bad');
});

it('importAnswerFile reads a file of any size line by line, and a foreign line in linear time', async () => {
  const text = await (await largeFile()).text();
  const chunk = await writeAnswerFileChunk(
    {
      attemptId: createSittingRow().attemptId,
      itemId: '2/3fa9c1d2',
      at: 0,
      hash: '',
      ticket: 't',
      sealed: new Uint8Array(90_000),
      heldBy: '',
    },
    (bytes) => Buffer.from(bytes).toString('base64url'),
    hashText,
  );
  const bytes = new TextEncoder().encode(`${text}${chunk.repeat(50)}${'x'.repeat(1_500_000)}\r\n${chunk}${chunk.slice(0, -9)}`);
  let [handedBytes, maxBacklog, sentBytes, chunks] = [0, 0, 0, 0];
  // The file is repeated 500 times and streamed as a disk would stream it: read whole, it would not fit into a PC's memory.
  const file = {
    name: 'a.wenkao',
    size: 500 * bytes.length,
    stream: () =>
      new ReadableStream<Uint8Array>(
        {
          pull(to) {
            if (handedBytes >= bytes.length) return to.close();
            to.enqueue(bytes.slice(handedBytes, handedBytes + 65_521));
            handedBytes += 65_521;
            maxBacklog = Math.max(maxBacklog, handedBytes - sentBytes);
          },
        },
        { highWaterMark: 0 },
      ),
  };
  const report = await importAnswerFile(file, {
    digest: hashText,
    send: async (batches) => {
      // The test measures how many bytes the importer has read but not sent yet.
      sentBytes = handedBytes;
      expect(chunks, 'answers go before photos').toBe(0);
      return { outcomes: batches.map(() => ({ outcome: 'stored', ops: 1 })), examinees: [] };
    },
    sendChunk: async () => {
      sentBytes = handedBytes;
      chunks += 1;
      return 'held';
    },
    progress: () => undefined,
  });
  expect(report).toMatchObject({ fault: null, chunks: 51, damaged: 2, counts: { gap: 0 } });
  expect(report.counts.stored).toBeGreaterThan(1);
  expect(maxBacklog).toBeLessThan(4_000_000);
});
