import { describe, expect, test } from 'vitest';
import { collateScans, type Scan, type ScanReading } from './collate-scans.ts';

const page = (userId: number, number: number, marked: readonly string[] | null = ['A']): ScanReading => ({
  kind: 'page',
  userId,
  page: number,
  pages: 2,
  corners: [],
  rows: [{ label: String(number), marked }],
});
const number = (readings: readonly (ScanReading | null)[]): Scan[] =>
  readings.map((reading, at) => ({ id: at + 1, reading, decision: null, enteredMs: null }));
const collate = (scans: readonly Scan[]) => {
  const { states, cards } = collateScans(scans);
  return { states: [...states.values()], cards: [...cards.values()].map(({ userId, state, missing }) => [userId, state, missing]) };
};

describe('collateScans', () => {
  test('joins pages in order, whatever the order of the pictures', () => {
    const { cards } = collateScans(number([page(2, 2), page(1, 1), page(2, 1), page(1, 2)]));
    expect([...cards.values()].map(({ userId, state, rows }) => [userId, state, rows.map(({ label }) => label)])).toEqual([
      [2, 'ready', ['1', '2']],
      [1, 'ready', ['1', '2']],
    ]);
  });

  test('leaves out a card with a page twice, a page missing or an undecided row', () => {
    expect(collate(number([page(1, 1), page(1, 2), page(1, 1), page(2, 1), page(3, 1), page(3, 2, null)]))).toEqual({
      states: ['twice', 'read', 'twice', 'read', 'read', 'doubtful'],
      cards: [
        [1, 'incomplete', []],
        [2, 'incomplete', [2]],
        [3, 'undecided', []],
      ],
    });
  });

  test('uses the remaining picture after one of two is set aside', () => {
    const [first, second, twin] = number([page(1, 1), page(1, 2), page(1, 1, ['B'])]) as [Scan, Scan, Scan];
    const { cards } = collateScans([first, second, { ...twin, decision: { kind: 'setAside' } }]);
    expect(cards.get(1)).toMatchObject({ state: 'ready', rows: [{ marked: ['A'] }, {}] });
  });

  test('keeps an entered picture when its page is scanned again, and reports doubt in the later picture', () => {
    const [first, second, later, doubtful] = number([page(1, 1), page(1, 2), page(1, 1, ['B']), page(1, 2, null)]) as [
      Scan,
      Scan,
      Scan,
      Scan,
    ];
    const { states, cards } = collateScans([{ ...first, enteredMs: 1 }, { ...second, enteredMs: 1 }, later, doubtful]);
    expect([...states.values()]).toEqual(['read', 'read', 'later', 'doubtful']);
    expect(cards.get(1)).toMatchObject({ state: 'ready', scanIds: [1, 2], rows: [{ marked: ['A'] }, { marked: ['A'] }] });
  });

  test('uses decided rows only where the reading is undecided', () => {
    const [first, second] = number([page(1, 1), page(1, 2, null)]) as [Scan, Scan];
    const decide = (scan: Scan, label: string): Scan => ({
      ...scan,
      decision: { kind: 'rows', userId: 1, page: 1, pages: 2, rows: [{ label, marked: ['C'] }] },
    });
    const { cards } = collateScans([decide(first, '1'), decide(second, '2')]);
    expect(cards.get(1)?.rows.map(({ marked }) => marked)).toEqual([['A'], ['C']]);
  });

  test('uses an unreadable picture as the page that a person named', () => {
    const [first, second] = number([page(1, 1), { kind: 'unreadable', reason: 'bent' }]) as [Scan, Scan];
    const rows = [{ label: '2', marked: [] }];
    const decided: Scan = { ...second, decision: { kind: 'rows', userId: 1, page: 2, pages: 2, rows } };
    expect(collate([first, decided])).toEqual({ states: ['read', 'read'], cards: [[1, 'ready', []]] });
  });

  test('gives every picture a state', () => {
    const kinds = [page(1, 1), page(1, 2), page(2, 1), page(2, 1), null, { kind: 'foreign', reason: 'otherPlan' } as const];
    for (let shape = 0; shape < 2 ** kinds.length; shape += 1) {
      const scans = number(kinds.filter((_, at) => (shape >> at) % 2 === 1));
      expect([...collateScans(scans).states.keys()]).toEqual(scans.map(({ id }) => id));
    }
  });
});
