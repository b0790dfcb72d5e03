import { describe, expect, it } from 'vitest';
import { drawStationPlaces } from './station-draw.ts';

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`);
const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('drawStationPlaces', () => {
  it.each((['single', 'rotation'] as const).flatMap((mode) => [1, 3, 8, 9, 31].map((people) => ({ mode, people }))))(
    'places $people people, each person and each station at most once in a round ($mode)',
    ({ mode, people }) => {
      const stations = names('S', 8);
      const sheets = names('T', 3);
      for (let seed = 1; seed <= 200; seed += 1) {
        const places = drawStationPlaces(ids(people), { mode, stations, sheets }, seed);
        expect(places.map((one) => one.userId).toSorted((a, b) => a - b)).toEqual(ids(people));
        const visits = places.flatMap((one) => one.visits.map((visit) => ({ ...visit, userId: one.userId })));
        expect(new Set(visits.map((one) => `${one.round} ${one.station}`)).size).toBe(visits.length);
        expect(new Set(visits.map((one) => `${one.round} ${one.userId}`)).size).toBe(visits.length);
        for (const one of places)
          expect(new Set(one.visits.map((visit) => visit.station)).size).toBe(mode === 'single' ? 1 : stations.length);
        const counts = sheets.map((sheet) => places.filter((one) => one.sheet === sheet).length);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }
    },
  );

  it('gives the result of the worked example in docs/station-draw.md', () => {
    const drawn = drawStationPlaces(ids(5), { mode: 'single', stations: ['1', '2', '3'], sheets: ['A', 'B'] }, 20261129);
    expect(drawn.map(({ userId, group, sheet, visits }) => [userId, group, sheet, visits[0]?.station])).toEqual(workedExample);
  });

  it('places every examinee at every station about equally often over many seeds', () => {
    const counts = new Map<string, number>();
    for (let seed = 1; seed <= 6000; seed += 1)
      for (const { userId, visits } of drawStationPlaces(ids(3), { mode: 'single', stations: names('S', 3), sheets: ['T'] }, seed)) {
        const key = `${userId} ${visits[0]?.station}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    expect(counts.size).toBe(9);
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });
});

const workedExample = [
  [1, 0, 'B', '1'],
  [2, 0, 'A', '3'],
  [5, 0, 'A', '2'],
  [4, 1, 'B', '2'],
  [3, 1, 'A', '1'],
];
