import { describe, expect, test } from 'vitest';
import { checkReading } from '../../../../tests/fixtures/answer-card/check-reading.ts';
import { type BubbleInk, drawPage, flatScene, type Scene } from '../../../../tests/fixtures/answer-card/synthetic-page.ts';
import { makeSheet, sampleLayout, samplePlanId } from '../../../../tests/fixtures/answer-card/synthetic-sheets.ts';
import { formatCardCode } from '../../../../sync/domain/answer-card/card-code.ts';
import { readCard, type RowReading } from './read-card.ts';

const page = sampleLayout.pages[0] ?? { titles: [], rows: [], boxes: [] };
const code = { planId: samplePlanId, userId: 77, page: 1, pages: sampleLayout.pages.length, layout: sampleLayout.hash };
const flat: Scene = { ...flatScene, pixelsPerMm: 5, noise: 4 };
const findLayout = () => sampleLayout;

type Mark = readonly [label: string, option: string, look: BubbleInk['look'], ink: number];
const drawMarked = (marks: readonly Mark[], scene: Partial<Scene> = {}, text = formatCardCode(code)) => {
  const inks = marks.map(([label, option, look, ink]): BubbleInk => {
    const bubble = page.rows.find((row) => row.label === label)?.bubbles.find((each) => each.option === option);
    if (bubble === undefined) throw new Error(`the sample has no ${label} ${option}`);
    return { bubble, look, ink };
  });
  return drawPage(page, text, inks, { ...flat, ...scene });
};
const readRow = (label: string, marks: readonly Mark[], scene: Partial<Scene> = {}): RowReading => {
  const reading = readCard(drawMarked(marks, scene), findLayout);
  const row = reading.kind === 'page' ? reading.rows.find((each) => each.label === label) : undefined;
  if (row === undefined) throw new Error(`not read: ${JSON.stringify(reading)}`);
  return row;
};

test('readCard reads generated sheets correctly, or leaves them to a person', () => {
  const seeds = Array.from({ length: 12 }, (_, at) => 20_001 + at);
  const outcomes = seeds.map((seed) => {
    const sheet = makeSheet(seed);
    return checkReading(sheet, readCard(sheet.image, findLayout));
  });
  expect(outcomes).not.toContain('wrong');
  expect(outcomes.filter((outcome) => outcome === 'right').length).toBeGreaterThan(9);
});

test('readCard leaves an answer crossed out by a thin line in a blurred picture to a person', () => {
  const sheet = makeSheet(386, true);
  expect(checkReading(sheet, readCard(sheet.image, findLayout))).toBe('toPerson');
});

describe('a row of an answer card', () => {
  test.each<[string, string, readonly Mark[], readonly string[] | undefined]>([
    ['is blank without a mark', '1', [], []],
    ['is read from a filled bubble', '1', [['1', 'C', 'fill', 0.8]], ['C']],
    ['is read from a faint mark', '1', [['1', 'C', 'fill', 0.5]], ['C']],
    [
      'is read beside an erased mark',
      '1',
      [
        ['1', 'C', 'fill', 0.8],
        ['1', 'A', 'fill', 0.1],
      ],
      ['C'],
    ],
    [
      'ignores the dot of a pen',
      '1',
      [
        ['1', 'C', 'fill', 0.8],
        ['1', 'A', 'dot', 0.9],
      ],
      ['C'],
    ],
    [
      'goes to a person with two marks',
      '1',
      [
        ['1', 'C', 'fill', 0.8],
        ['1', 'A', 'fill', 0.8],
      ],
      undefined,
    ],
    ['goes to a person with a tick', '1', [['1', 'C', 'tick', 0.9]], undefined],
    ['goes to a person with a thin tick', '1', [['1', 'C', 'fineTick', 0.9]], undefined],
    [
      'goes to a person with a tick beside a mark',
      '1',
      [
        ['1', 'C', 'fill', 0.9],
        ['1', 'A', 'fineTick', 0.9],
      ],
      undefined,
    ],
    ['goes to a person with only a trace', '1', [['1', 'C', 'fill', 0.2]], undefined],
    ...(['bigCross', 'strike', 'slash'] as const).map((look): [string, string, readonly Mark[], undefined] => [
      `goes to a person if its answer is crossed out by a ${look}`,
      '1',
      [
        ['1', 'C', 'fill', 0.8],
        ['1', 'C', look, 0.9],
      ],
      undefined,
    ]),
    [
      'has several answers if it allows them',
      '61',
      [
        ['61', 'A', 'fill', 0.8],
        ['61', 'D', 'fill', 0.8],
      ],
      ['A', 'D'],
    ],
    [
      'goes to a person with a trace beside a mark if it allows several answers',
      '61',
      [
        ['61', 'A', 'fill', 0.8],
        ['61', 'D', 'fill', 0.2],
      ],
      undefined,
    ],
  ])('%s', (_name, label, marks, marked) => {
    expect(readRow(label, marks).marked).toEqual(marked);
  });
});

test.each([0, 90, 180, 270])('A page that is turned by %i° is read', (degrees) => {
  expect(readRow('1', [['1', 'C', 'fill', 0.8]], { degrees }).marked).toEqual(['C']);
});

describe('a picture that is not a page of this layout', () => {
  test('is unreadable without the black squares', () => {
    const data = new Uint8Array(800 * 1100).fill(230);
    expect(readCard({ width: 800, height: 1100, data }, findLayout)).toEqual({ kind: 'unreadable', reason: 'noMarks' });
  });

  test('is unreadable if a corner is missing', () => {
    const image = drawMarked([]);
    const cut = { ...image, height: Math.floor(image.height * 0.9) };
    expect(readCard({ ...cut, data: image.data.subarray(0, cut.width * cut.height) }, findLayout)).toEqual({
      kind: 'unreadable',
      reason: 'noMarks',
    });
  });

  test('is unreadable if the paper is bent between its corners', () => {
    const { width, height, data } = drawMarked([]);
    const bent = Uint8Array.from(data, (_, at) => {
      const line = Math.floor(at / width);
      return data[at + Math.round(8 * Math.sin((Math.PI * line) / height))] ?? 255;
    });
    expect(readCard({ width, height, data: bent }, findLayout)).toEqual({ kind: 'unreadable', reason: 'bent' });
  });

  test('is unreadable if it has hardly any contrast', () => {
    expect(readCard(drawMarked([], { black: 0.75 }), findLayout)).toEqual({ kind: 'unreadable', reason: 'noMarks' });
  });

  test('is unreadable if its code is covered', () => {
    const image = drawMarked([]);
    for (let y = 110; y < 250; y += 1) image.data.fill(240, y * image.width + 790, y * image.width + 940);
    expect(readCard(image, findLayout)).toEqual({ kind: 'unreadable', reason: 'noCode' });
  });

  test('is reported as foreign if its code is not ours', () => {
    const text = 'HTTPS://EXAMPLE.ORG/1';
    expect(readCard(drawMarked([], {}, text), findLayout)).toEqual({ kind: 'foreign', text });
  });

  test('is reported if the layout has changed or is not known', () => {
    const old = { ...code, layout: '00000000' };
    expect(readCard(drawMarked([], {}, formatCardCode(old)), findLayout)).toEqual({ kind: 'otherLayout', code: old });
    expect(readCard(drawMarked([]), () => undefined)).toEqual({ kind: 'otherLayout', code });
  });
});
