import { Worker } from 'node:worker_threads';
import type { CardBatch, CardBatchRequest } from './answer-card.worker.ts';
import { benchReport } from './figure.ts';

const threads = 2;
const wanted = 10_000;
/** Number of sheets that each thread draws before the measurement of the reading rate starts. They fit into memory. */
const ready = 40;
const rounds = 5;
/** One of this many sheets has a crossed-out answer. */
const crossedShare = 10;

/** Sums a figure over the results of all threads. */
const addUp = (batches: readonly CardBatch[], of: (batch: CardBatch) => number): number =>
  batches.reduce((sum, batch) => sum + of(batch), 0);

/**
 * Reads synthetic answer sheets in two threads. Reports sheets per second, the share of wrong readings, and the share of sheets that go to a person.
 * `WENKAO_SHEETS=2000:3000` draws 3 000 sheets, from seed 2 000 on.
 */
export async function benchAnswerCards(): Promise<void> {
  const [first = 1, count = wanted] = (process.env['WENKAO_SHEETS'] ?? `1:${wanted}`).split(':').map(Number);
  const workers = Array.from({ length: threads }, () => new Worker(new URL('./answer-card.worker.ts', import.meta.url)));
  const run = (request: (thread: number) => CardBatchRequest): Promise<CardBatch[]> =>
    Promise.all(
      workers.map(
        (worker, thread) =>
          new Promise<CardBatch>((resolve, reject) => {
            worker.once('message', resolve);
            worker.once('error', reject);
            worker.postMessage(request(thread));
          }),
      ),
    );
  try {
    await run((thread) => ({ kind: 'prepare', first: first + thread * ready, count: ready }));
    await run(() => ({ kind: 'readPrepared', rounds: 1 }));
    const [begunAt, cpuBefore] = [performance.now(), process.cpuUsage()];
    const timed = await run(() => ({ kind: 'readPrepared', rounds }));
    const seconds = (performance.now() - begunAt) / 1000;
    // Measure the CPU time of the whole process, because pictures are decoded outside the two reading threads.
    const { user, system } = process.cpuUsage(cpuBefore);
    benchReport.atLeast('cards.rate', addUp(timed, ({ sheets }) => sheets) / seconds, 'sheets/s on two threads', 20);
    benchReport.seen('cards.cpu', (user + system) / 1000 / addUp(timed, ({ sheets }) => sheets), 'ms of processor a sheet');

    const half = Math.ceil(count / threads);
    const read = await run((thread) => ({ kind: 'check', first: first + thread * half, count: Math.min(half, count - thread * half) }));
    const sheets = addUp(read, (batch) => batch.sheets);
    benchReport.seen('cards.sheets', sheets, `synthetic sheets of 100 rows from seed ${first} on`);
    benchReport.atMost(
      'cards.silentMisreads',
      addUp(read, ({ silent }) => silent.length),
      'sheets',
      0,
    );
    benchReport.atMost('cards.toPerson', (addUp(read, ({ toPerson }) => toPerson) / sheets) * 100, '% of sheets', 1);
    benchReport.seen(
      'cards.unreadable',
      addUp(read, ({ unreadable }) => unreadable),
      'sheets',
    );
    const crossed = await run((thread) => ({ kind: 'checkCrossed', first: first + thread * half, count: Math.ceil(half / crossedShare) }));
    benchReport.seen(
      'cards.crossed',
      addUp(crossed, (batch) => batch.sheets),
      'sheets of which one answer is crossed out without another',
    );
    benchReport.atMost(
      'cards.crossedSilent',
      addUp(crossed, ({ silent }) => silent.length),
      'of them read as filled',
      0,
    );
    for (const seed of read.flatMap(({ silent }) => silent)) benchReport.seen('cards.misreadSeed', seed, 'seed');
    for (const seed of crossed.flatMap(({ silent }) => silent)) benchReport.seen('cards.crossedMisreadSeed', seed, 'seed');
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
