import { parentPort, workerData } from 'node:worker_threads';
import type { CardLayout } from '../../../../sync/domain/answer-card/card-layout.ts';
import type { CardReadingTask, PictureReading } from './card-threads.ts';
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

function read(bytes: Uint8Array): PictureReading {
  const image = tryDecode(bytes);
  return image === undefined ? { kind: 'notDecoded' } : readCard(image, ({ layout }) => layouts.get(layout));
}

/** Decodes and reads one picture after another. */
parentPort?.on('message', ({ scanId, bytes }: CardReadingTask) => parentPort?.postMessage({ scanId, reading: read(bytes) }));
