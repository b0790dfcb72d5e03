import { parentPort, workerData } from 'node:worker_threads';
import type { CardLayout } from '../../../../sync/domain/answer-card/card-layout.ts';
import type { CardReadingTask, ReadPicture } from './card-threads.ts';
import { cutBoxes } from './cut-boxes.ts';
import { decodePicture } from './decode-picture.ts';
import type { GreyImage } from './grey-image.ts';
import { readCard } from './read-card.ts';

const layouts = new Map((workerData as { readonly layouts: readonly CardLayout[] }).layouts.map((layout) => [layout.hash, layout]));

/** Decodes a picture; undefined if it is damaged. */
function tryDecode(bytes: Uint8Array): GreyImage | undefined {
  try {
    return decodePicture(bytes);
  } catch {
    return undefined;
  }
}

function read(bytes: Uint8Array): ReadPicture {
  const image = tryDecode(bytes);
  if (image === undefined) return { reading: { kind: 'notDecoded' }, boxes: [] };
  const reading = readCard(image, ({ layout }) => layouts.get(layout));
  if (reading.kind !== 'page') return { reading, boxes: [] };
  const placed = layouts.get(reading.code.layout)?.pages[reading.code.page - 1]?.boxes ?? [];
  return { reading, boxes: cutBoxes(image, placed, reading.corners) };
}

/** Decodes and reads one picture after another. */
parentPort?.on('message', ({ bytes }: CardReadingTask) => parentPort?.postMessage(read(bytes)));
