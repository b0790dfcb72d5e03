import { parentPort } from 'node:worker_threads';
import { checkReading } from '../fixtures/answer-card/check-reading.ts';
import { makeSheet, sampleLayout } from '../fixtures/answer-card/synthetic-sheets.ts';
import { readCard } from '../../server/features/marking/card-reading/read-card.ts';

/**
 * Draws and reads answer sheets in a thread. `prepare` draws sheets, `readPrepared` reads these again and again, `check` draws, reads and compares,
 * `checkCrossed` does so with sheets of which one answer is crossed out without another in its place.
 */
export type CardBatchRequest =
  | { readonly kind: 'prepare' | 'check' | 'checkCrossed'; readonly first: number; readonly count: number }
  | { readonly kind: 'readPrepared'; readonly rounds: number };
export interface CardBatch {
  readonly sheets: number;
  readonly cpuMs: number;
  /** Seeds of sheets that were read wrongly without a doubt. */
  readonly silent: readonly number[];
  readonly toPerson: number;
  readonly unreadable: number;
}

const findLayout = () => sampleLayout;
let prepared: ReturnType<typeof makeSheet>[] = [];

function readPrepared(rounds: number): CardBatch {
  const before = process.threadCpuUsage();
  for (let round = 0; round < rounds; round += 1) for (const { image } of prepared) readCard(image, findLayout);
  const { user, system } = process.threadCpuUsage(before);
  return { sheets: rounds * prepared.length, cpuMs: (user + system) / 1000, silent: [], toPerson: 0, unreadable: 0 };
}

function check(first: number, count: number, crossesOut: boolean): CardBatch {
  const silent: number[] = [];
  let [toPerson, unreadable] = [0, 0];
  for (let seed = first; seed < first + count; seed += 1) {
    const sheet = makeSheet(seed, crossesOut);
    const outcome = checkReading(sheet, readCard(sheet.image, findLayout));
    if (outcome === 'wrong') silent.push(seed);
    if (outcome === 'toPerson' || outcome === 'unreadable') toPerson += 1;
    if (outcome === 'unreadable') unreadable += 1;
  }
  return { sheets: count, cpuMs: 0, silent, toPerson, unreadable };
}

parentPort?.on('message', (request: CardBatchRequest) => {
  if (request.kind === 'readPrepared') parentPort?.postMessage(readPrepared(request.rounds));
  else if (request.kind !== 'prepare') parentPort?.postMessage(check(request.first, request.count, request.kind === 'checkCrossed'));
  else {
    prepared = Array.from({ length: request.count }, (_, at) => makeSheet(request.first + at));
    parentPort?.postMessage({ sheets: 0, cpuMs: 0, silent: [], toPerson: 0, unreadable: 0 } satisfies CardBatch);
  }
});
