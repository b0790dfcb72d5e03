import type { CardLayout } from '../../../../sync/domain/answer-card/card-layout.ts';
import type { ReadingRequest, ReadPicture } from './card-processes.ts';
import { cutBoxes } from './cut-boxes.ts';
import { decodePicture } from './decode-picture.ts';
import { readCard } from './read-card.ts';

/** Program of a process that decodes and reads one picture after another. It ends with the process that started it. */
let layouts: ReadonlyMap<string, CardLayout> = new Map();

async function read(bytes: Uint8Array): Promise<ReadPicture> {
  // Undefined if the file is damaged.
  const image = await decodePicture(bytes).catch(() => undefined);
  if (image === undefined) return { reading: { kind: 'notDecoded' }, boxes: [] };
  const reading = readCard(image, ({ layout }) => layouts.get(layout));
  if (reading.kind !== 'page') return { reading, boxes: [] };
  const placed = layouts.get(reading.code.layout)?.pages[reading.code.page - 1]?.boxes ?? [];
  return { reading, boxes: cutBoxes(image, placed, reading.corners) };
}

process.on('message', (request: ReadingRequest) => {
  if ('layouts' in request) layouts = new Map(request.layouts.map((layout) => [layout.hash, layout]));
  else void read(request.bytes).then((picture) => process.send?.(picture));
});
