import { expect, test } from 'vitest';
import { importableCount, previewLines, withPictures } from './import-rows.ts';
import type { ImportPreview } from './question-queries.ts';

const preview: ImportPreview = {
  format: 'jsonl',
  notes: [],
  pictures: [],
  rows: [
    { row: 1, place: '', faults: [], warnings: [] },
    {
      row: 2,
      place: '',
      faults: [
        { field: 'label', reason: 'no answer' },
        { field: 'options', reason: 'too few' },
      ],
      warnings: [],
    },
    { row: 4, place: '', faults: [], warnings: [{ field: 'stem', reason: 'repaired' }] },
  ],
  good: 2,
  faulty: 1,
  byType: [],
  duplicates: [{ row: 4, of: 'same as row 1' }],
};

test('every fault of a row has its own line, the row number once', () => {
  expect(previewLines(preview, 'faulty').map((line) => [line.row.row, line.field, line.first])).toEqual([
    [2, 'label', true],
    [2, 'options', false],
  ]);
});

test('all rows stand under "all", the clean ones too', () => {
  expect(previewLines(preview, 'all').map((line) => [line.row.row, line.tone])).toEqual([
    [1, 'delivered'],
    [2, 'seal'],
    [2, 'seal'],
    [4, 'kept'],
    [4, 'neutral'],
  ]);
});

test('all-or-none imports nothing while one row is faulty', () => {
  expect(importableCount(preview, 'all', true)).toBe(0);
  expect(importableCount(preview, 'good', true)).toBe(1);
  expect(importableCount(preview, 'good', false)).toBe(2);
});

test('pictures are shown before they are kept', () => {
  expect(withPictures('<img src="/uploads/a.png">', [{ url: '/uploads/a.png', data: 'data:x' }])).toBe('<img src="data:x">');
});
