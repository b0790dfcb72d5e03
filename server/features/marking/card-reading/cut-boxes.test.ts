import { expect, test } from 'vitest';
import { formatCardCode } from '../../../../sync/domain/answer-card/card-code.ts';
import { layOutCard } from '../../../../sync/domain/answer-card/card-layout.ts';
import { drawPage, type Scene } from '../../../../tests/fixtures/answer-card/synthetic-page.ts';
import { createSeededRandom } from '../../../seeded-random.ts';
import { cutBoxes } from './cut-boxes.ts';
import { decodePicture } from './decode-picture.ts';
import { readCard } from './read-card.ts';

const rows = [{ label: '1', options: ['A', 'B'], many: false }];
const layout = layOutCard([
  { title: '一', rows, boxes: [] },
  { title: '二', rows: [], boxes: [{ label: '2', heightMm: 50 }] },
]);
const [page] = layout.pages;
const photo: Omit<Scene, 'degrees' | 'random'> = {
  pixelsPerMm: 5.5,
  tilt: [0.06, -0.05],
  noise: 6,
  shadow: 0.6,
  gradient: 0.75,
  table: 0.4,
  marginMm: 10,
  blurs: 1,
  black: 0.15,
};

test.each([4, 184])(
  'A box of a page photographed at an angle (%i°) becomes upright, without shadow, and keeps its ink',
  async (degrees) => {
    if (page === undefined) throw new Error('a card has a page');
    const code = formatCardCode({ planId: 1, userId: 5, page: 1, pages: 1, layout: layout.hash });
    const image = drawPage(page, code, [], { ...photo, degrees, random: createSeededRandom(3) });
    const reading = readCard(image, () => layout);
    if (reading.kind !== 'page') throw new Error(reading.kind);
    const [box] = cutBoxes(image, page.boxes, reading.corners);
    const { width, height, data } = await decodePicture(box?.png ?? new Uint8Array());
    // 162 × 50 mm with 1.5 mm of paper around, six pixels a millimetre.
    expect([box?.label, width, height]).toEqual(['2', 990, 318]);
    const meanOfLine = (y: number) =>
      data.subarray(y * width + 20, (y + 1) * width - 20).reduce((sum, value) => sum + value, 0) / (width - 40);
    // The outline is horizontal at the top and bottom edge. Between it and the first line of writing there is only paper.
    expect(Math.min(meanOfLine(9), meanOfLine(10), meanOfLine(11))).toBeLessThan(170);
    expect(Math.min(meanOfLine(height - 11), meanOfLine(height - 10), meanOfLine(height - 9))).toBeLessThan(170);
    expect(meanOfLine(16)).toBeGreaterThan(250);
    expect(data.some((value) => value < 90)).toBe(true);
  },
);
