import { describe, expect, test } from 'vitest';
import { type BatchPicture, collatePages } from './collate-pages.ts';
import type { PageReading } from './read-card.ts';

const layout = '0A1B2C3D';
const row = (label: string) => ({ label, states: ['marked' as const], darkness: [0.8], marked: ['A'] });
const page = (userId: number, number: number, planId = 12): PageReading => ({
  kind: 'page',
  code: { planId, userId, page: number, pages: 2, layout },
  rows: [row(String(number))],
});
const number = (readings: readonly PageReading[]): BatchPicture[] => readings.map((reading, picture) => ({ picture, reading }));
const plan = { planId: 12, userIds: [1, 2, 3], pages: 2 };

describe('collatePages', () => {
  test('joins pages in order, whatever the order of the pictures', () => {
    const { cards, faults, withoutCard } = collatePages(number([page(2, 2), page(1, 1), page(2, 1), page(1, 2)]), plan);
    expect(cards.map(({ userId, pictures, rows }) => [userId, pictures, rows.map(({ label }) => label)])).toEqual([
      [2, [2, 0], ['1', '2']],
      [1, [1, 3], ['1', '2']],
    ]);
    expect(faults).toEqual([]);
    expect(withoutCard).toEqual([3]);
  });

  test('names pictures that are no page of this plan', () => {
    const code = { planId: 13, userId: 1, page: 1, pages: 2, layout };
    const { cards, faults } = collatePages(
      number([
        { kind: 'unreadable', reason: 'noMarks' },
        { kind: 'foreign', text: 'HTTPS://EXAMPLE.ORG' },
        { kind: 'otherLayout', code },
        { kind: 'otherLayout', code: { ...code, planId: 12 } },
        page(9, 1),
        page(1, 1, 14),
      ]),
      plan,
    );
    expect(cards).toEqual([]);
    expect(faults).toEqual([
      { kind: 'unreadable', pictures: [0] },
      { kind: 'foreign', pictures: [1] },
      { kind: 'otherPlan', pictures: [2], planId: 13, userId: 1 },
      { kind: 'otherLayout', pictures: [3], planId: 12, userId: 1 },
      { kind: 'unknownExaminee', pictures: [4], planId: 12, userId: 9 },
      { kind: 'otherPlan', pictures: [5], planId: 14, userId: 1 },
    ]);
  });

  test('takes no card with a page twice or missing, and names its other pages', () => {
    const { cards, faults, withoutCard } = collatePages(
      number([page(1, 1), page(1, 2), page(1, 1), page(2, 1), page(3, 1), page(3, 1)]),
      plan,
    );
    expect(cards).toEqual([]);
    expect(faults).toEqual([
      { kind: 'pageTwice', pictures: [0, 2], userId: 1, page: 1 },
      { kind: 'incomplete', pictures: [1], userId: 1, missing: [] },
      { kind: 'incomplete', pictures: [3], userId: 2, missing: [2] },
      { kind: 'pageTwice', pictures: [4, 5], userId: 3, page: 1 },
      { kind: 'incomplete', pictures: [], userId: 3, missing: [2] },
    ]);
    expect(withoutCard).toEqual([]);
  });

  test('accounts for every picture', () => {
    const kinds = [page(1, 1), page(1, 2), page(2, 1), page(2, 1), page(9, 1), page(1, 1, 14), { kind: 'foreign' as const, text: '' }];
    for (let shape = 0; shape < 2 ** kinds.length; shape += 1) {
      const pictures = number(kinds.filter((_, at) => (shape >> at) % 2 === 1));
      const { cards, faults } = collatePages(pictures, plan);
      const seen = [...cards, ...faults].flatMap((each) => each.pictures).toSorted((a, b) => a - b);
      expect(seen).toEqual(pictures.map(({ picture }) => picture));
    }
  });
});
