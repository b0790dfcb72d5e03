import { expect, test } from 'vitest';
import { importableCount, previewLines, rawStem } from './import-rows.ts';
import type { ImportPreview } from './question-queries.ts';

const preview: ImportPreview = {
  rows: [
    { row: 1, faults: [], warnings: [] },
    {
      row: 2,
      faults: [
        { field: 'label', reason: 'no answer' },
        { field: 'options', reason: 'too few' },
      ],
      warnings: [],
    },
    { row: 4, faults: [], warnings: [{ field: 'stem', reason: 'repaired' }] },
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

test('a faulty row still shows what stands in it', () => {
  const text = '{"question":"甲"}\r\n{"question": 坏';
  expect(rawStem(text, 1)).toBe('甲');
  expect(rawStem(text, 2)).toBe('{"question": 坏');
});
