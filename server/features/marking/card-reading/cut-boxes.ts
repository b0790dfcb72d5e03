import { crc32, deflateSync } from 'node:zlib';
import type { PlacedBox } from '../../../../sync/domain/answer-card/card-layout.ts';
import { fitCardProjection, type Point, type PageProjection } from '../../../../sync/domain/answer-card/card-projection.ts';
import { type GreyImage, sampleImage } from './grey-image.ts';

/** Picture of one box of a page as a PNG file. `label`: item id of its question. */
export interface BoxPicture {
  readonly label: string;
  readonly png: Uint8Array;
}

/** Pixels of a millimetre, about 150 dpi: enough for handwriting. */
const pixelsPerMm = 6;
/** Width of the strip of paper around the outline that the picture also shows, so that writing over the edge is visible. */
const aroundMm = 1.5;
/** Side of the squares in which the brightness of the paper is measured. */
const tilePx = 48;
/** From this share of the paper's brightness on, a pixel is paper. */
const paperFrom = 0.9;
/** Number of grey values in a picture. Fewer values make smaller files. */
const greySteps = 16;

function encodeChunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Encodes a grey picture as a PNG file. */
export function encodePng({ width, height, data }: GreyImage): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) lines.set(data.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    encodeChunk('IHDR', head),
    encodeChunk('IDAT', deflateSync(lines)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Cuts the boxes of a page out of its picture, upright and without shadow. `corners`: middles of the corner squares in pixels, clockwise. */
export function cutBoxes(image: GreyImage, boxes: readonly PlacedBox[], corners: readonly Point[]): BoxPicture[] {
  const project = fitCardProjection(corners);
  return project === undefined ? [] : boxes.map((box) => ({ label: box.label, png: encodePng(whitenPaper(cutBox(image, box, project))) }));
}

function cutBox(image: GreyImage, { xMm, yMm, widthMm, heightMm }: PlacedBox, project: PageProjection): GreyImage {
  const [width, height] = [widthMm, heightMm].map((sideMm) => Math.round((sideMm + 2 * aroundMm) * pixelsPerMm)) as [number, number];
  const data = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const place = project(xMm - aroundMm + x / pixelsPerMm, yMm - aroundMm + y / pixelsPerMm);
      data[at] = sampleImage(image, place.x, place.y);
    }
  return { width, height, data };
}

/** Makes paper white and keeps ink, relative to the brightness of the paper nearby. */
function whitenPaper({ width, height, data }: GreyImage): GreyImage {
  const [columns, lines] = [Math.ceil(width / tilePx), Math.ceil(height / tilePx)];
  const paper = new Uint8Array(columns * lines).map((_, at) =>
    measurePaper({ width, height, data }, (at % columns) * tilePx, Math.floor(at / columns) * tilePx),
  );
  const tiles = { width: columns, height: lines, data: paper };
  const white = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const share = (data[at] ?? 0) / Math.max(1, sampleImage(tiles, x / tilePx - 0.5, y / tilePx - 0.5));
      white[at] = share >= paperFrom ? 255 : (Math.round((share / paperFrom) * (greySteps - 1)) * 255) / (greySteps - 1);
    }
  return { width, height, data: white };
}

/** Returns a brightness that a fifth of the pixels of a tile exceeds. */
function measurePaper({ width, height, data }: GreyImage, left: number, top: number): number {
  const values: number[] = [];
  for (let y = top; y < Math.min(height, top + tilePx); y += 3)
    for (let x = left; x < Math.min(width, left + tilePx); x += 3) values.push(data[y * width + x] ?? 0);
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.8)] ?? 255;
}
