import { expect, test } from 'vitest';
import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import { buildPointTree, pointFilter } from './detail-points.ts';

const line = (depth: 1 | 2 | 3 | 4, code: string): DetailLine =>
  ({ depth, code, name: code, weight: null, importance: null }) as DetailLine;

test('buildPointTree counts for a scope the questions of all points below it, and no others', () => {
  const lines = [
    line(1, 'A'),
    line(2, 'A'),
    line(3, 'A'),
    line(4, '001'),
    line(4, '002'),
    line(2, 'B'),
    line(3, 'A'),
    line(4, '001'),
    line(1, 'B'),
  ];
  const tree = buildPointTree(
    lines,
    new Map([
      ['A-A-A-001', 2],
      ['A-A-A-002', 3],
      ['A-B-A-001', 4],
      ['', 7],
    ]),
  );
  const [a, b] = tree;
  expect(a).toMatchObject({ id: 'A', total: 9 });
  expect(a?.children.map((each) => [each.id, each.total])).toEqual([
    ['A-A', 5],
    ['A-B', 4],
  ]);
  expect(a?.children[0]?.children[0]?.children.map((each) => [each.id, each.total])).toEqual([
    ['A-A-A-001', 2],
    ['A-A-A-002', 3],
  ]);
  expect(b).toMatchObject({ id: 'B', total: 0, children: [] });
});

test.each(['12.4.A', '12.4.A-B', '12.4.A-B-C-001'])('pointFilter writes %s as it was read', (text) => {
  const place = pointFilter.read(text);
  expect(place && pointFilter.write(place)).toBe(text);
});

test.each(['', 'A-B', '0.4.A', '12.6.A', '12.4.a', '12.4.A-1'])('pointFilter rejects “%s”', (text) => {
  expect(pointFilter.read(text)).toBeUndefined();
});
