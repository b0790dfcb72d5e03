import { parentPort } from 'node:worker_threads';
import { createCanvas } from '@napi-rs/canvas';
import { checkReading } from '../fixtures/answer-card/check-reading.ts';
import type { Grey } from '../fixtures/answer-card/synthetic-page.ts';
import { makeSheet, sampleLayout } from '../fixtures/answer-card/synthetic-sheets.ts';
import { decodePicture } from '../../server/features/marking/card-reading/decode-picture.ts';
import { readCard } from '../../server/features/marking/card-reading/read-card.ts';

/**
 * Draws and reads synthetic answer sheets in a thread. `prepare` draws sheets and stores them as JPEG. `readPrepared` decodes and reads these,
 * `rounds` times. `check` draws, reads and compares. `checkCrossed` does the same with sheets on which one answer is crossed out without another in
 * its place.
 */
export type CardBatchRequest =
  | { readonly kind: 'prepare' | 'check' | 'checkCrossed'; readonly first: number; readonly count: number }
  | { readonly kind: 'readPrepared'; readonly rounds: number };
export interface CardBatch {
  readonly sheets: number;
  /** Seeds of the sheets that were read wrongly although no answer was marked as doubtful. */
  readonly silent: readonly number[];
  readonly toPerson: number;
  readonly unreadable: number;
}

const findLayout = () => sampleLayout;
let prepared: Uint8Array[] = [];

/** Encodes a picture as the browser does with the pages of a scanned PDF. */
function encodeJpeg({ width, height, data }: Grey): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  data.forEach((grey, at) => pixels.data.set([grey, grey, grey, 255], at * 4));
  context.putImageData(pixels, 0, 0);
  return canvas.encodeSync('jpeg', 90);
}

async function readPrepared(rounds: number): Promise<CardBatch> {
  for (let round = 0; round < rounds; round += 1) for (const file of prepared) readCard(await decodePicture(file), findLayout);
  return { sheets: rounds * prepared.length, silent: [], toPerson: 0, unreadable: 0 };
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
  return { sheets: count, silent, toPerson, unreadable };
}

async function work(request: CardBatchRequest): Promise<CardBatch> {
  if (request.kind === 'readPrepared') return readPrepared(request.rounds);
  if (request.kind !== 'prepare') return check(request.first, request.count, request.kind === 'checkCrossed');
  prepared = Array.from({ length: request.count }, (_, at) => encodeJpeg(makeSheet(request.first + at).image));
  return { sheets: 0, silent: [], toPerson: 0, unreadable: 0 };
}

parentPort?.on('message', (request: CardBatchRequest) => void work(request).then((batch) => parentPort?.postMessage(batch)));
