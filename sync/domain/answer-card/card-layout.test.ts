import { describe, expect, test } from 'vitest';
import { cardFrame, type CardSection, layOutCard, mostCardOptions } from './card-layout.ts';

const rows = (count: number, options: string) =>
  Array.from({ length: count }, (_, at) => ({ label: String(at + 1), options: [...options], many: false }));
const section = (part: Partial<CardSection>): CardSection => ({ title: '一、单项选择题', rows: [], boxes: [], ...part });

describe('a laid-out card', () => {
  const { pages } = layOutCard([
    section({ rows: rows(160, 'ABCD') }),
    section({ rows: rows(7, 'ABCDEFGH') }),
    section({ boxes: [100, 100, 40].map((heightMm, at) => ({ label: String(at), heightMm })) }),
  ]);

  test('has every row and box once, in order', () => {
    const labels = pages.flatMap((page) => page.rows.map(({ label }) => Number(label)));
    const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
    expect(labels).toEqual([...upTo(160), ...upTo(7)]);
    expect(pages.flatMap((page) => page.boxes.map(({ label }) => label))).toEqual(['0', '1', '2']);
  });

  test('keeps bubbles apart from each other and from the black squares', () => {
    const marks = [...cardFrame.corners, ...cardFrame.checks, cardFrame.upright];
    const faults = pages.flatMap((page) => {
      const bubbles = page.rows.flatMap((row) => row.bubbles);
      return bubbles.filter(
        (a, at) =>
          bubbles.slice(at + 1).some((b) => Math.abs(a.xMm - b.xMm) < 6.5 && Math.abs(a.yMm - b.yMm) < 5.2) ||
          marks.some((mark) => Math.abs(a.xMm - mark.xMm) < 8 && Math.abs(a.yMm - mark.yMm) < 8),
      );
    });
    expect(faults).toEqual([]);
  });

  test('keeps boxes on the page and below the rows above them', () => {
    for (const { boxes, rows: placed } of pages) {
      const above = Math.max(0, ...placed.map(({ yMm }) => yMm));
      for (const { yMm, heightMm } of boxes) {
        expect(yMm).toBeGreaterThan(above);
        expect(yMm + heightMm).toBeLessThanOrEqual(272);
      }
    }
  });
});

test('the hash of an answer card changes with its questions', () => {
  const hashOf = (options: string): string => layOutCard([section({ rows: rows(5, options) })]).hash;
  expect(hashOf('ABCD')).toBe(hashOf('ABCD'));
  expect(hashOf('ABCD')).not.toBe(hashOf('ABCDE'));
});

test('layOutCard refuses a row with too many options and a box that is too high', () => {
  const long = Array.from({ length: mostCardOptions + 1 }, (_, at) => String(at));
  expect(() => layOutCard([section({ rows: [{ label: '1', options: long, many: false }] })])).toThrow(RangeError);
  expect(() => layOutCard([section({ boxes: [{ label: '1', heightMm: 250 }] })])).toThrow(RangeError);
});
