import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WireOp } from '../../sync/contract/exams/sync.ts';
import { openDataFolder } from '../../server/data-folder.ts';
import { LogStore } from '../../server/answer-log/log/log-store.ts';
import { ProjectionStore } from '../../server/answer-log/projection/projection-store.ts';
import { systemRandom } from '../../server/system-ports.ts';
import { startBenchServer } from './child.ts';
import { computeMedian, recordFigure, benchReport } from './figure.ts';

/** Measures the time from process start to the first successful `/readyz`, with a log of about 1 GB and current projections. */
export async function benchStart(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wenkao-bench-'));
  try {
    await fill(dataDir, 1000, 245);
    const sizeBytes = statSync(join(dataDir, 'log.db')).size;
    const times: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const server = await startBenchServer({ dataDir });
      times.push(server.readyMs);
      await server.stop();
    }
    recordFigure(`start: log.db has ${Math.round(sizeBytes / 1e6)} MB`);
    benchReport.atMost('start.ready', computeMedian(times), `ms, ${(sizeBytes / 1e9).toFixed(2)} GB log`, 1000);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Fills the log with `streams` × `batches` batches of 10 ops and marks them as projected. */
async function fill(dataDir: string, streams: number, batches: number): Promise<void> {
  const data = await openDataFolder(dataDir, Date.now(), console);
  const store = new ProjectionStore(data.projections);
  const log = new LogStore(data.log, store, systemRandom);
  const ops = Array.from({ length: 10 }, (_, n): WireOp => [n + 1, 'answer.set@1', 0, 1_790_000_000_000, 12_345.6, 'A'.repeat(180)]);
  const opened = log.commit(() =>
    Array.from({ length: streams }, (_, n) =>
      log.addStream({
        streamId: randomUUID(),
        attemptId: randomUUID(),
        epoch: 1,
        actor: n + 1,
        documentId: randomUUID(),
        keyId: 'k',
        wrapped: 'A'.repeat(200),
        author: 'examinee',
      }),
    ),
  );
  for (let n = 0; n < batches; n += 1)
    log.commit(() => {
      for (const stream of opened) log.addBatch(stream, { ops, headHash: 'A'.repeat(43), receivedMs: 1_790_000_000_000, earlyUntilMs: 0 });
    });
  store.bind(log.serverEpoch, log.end());
  store.transact(() => {
    for (const stream of opened) store.saveHead(stream.num, stream.head.pos);
    store.saveCursor(log.end());
  });
  await data.close();
}
