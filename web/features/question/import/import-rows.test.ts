import { expect, test } from 'vitest';
import { importedQuestionDraft } from '../../../../sync/contract/bank/question-file.ts';
import { questionBody } from '../../../../sync/contract/bank/question-body.ts';
import {
  parseFieldPath,
  countLineFields,
  countImportable,
  applyImportCorrections,
  findNextInvalidRow,
  countPreviewRows,
  listPreviewLines,
  restoreCorrections,
  noCorrections,
  getRowPosition,
  removePreviewPictures,
  inlinePreviewPictures,
} from './import-rows.ts';
import type { ImportPreview } from '../question-queries.ts';

const question = questionBody.parse({
  type: 3,
  stem: '题',
  options: [
    { id: 'T', html: '正确' },
    { id: 'F', html: '错误' },
  ],
  key: { kind: 'choice', right: ['T'] },
  analysis: '',
  difficulty: 2,
  category: '',
  source: '',
});
const blank = importedQuestionDraft.parse({});
const preview: ImportPreview = {
  format: 'jsonl',
  notes: [],
  pictures: [],
  columns: [],
  rows: [
    { row: 1, place: '', draft: blank, question, faults: [], warnings: [] },
    {
      row: 2,
      place: '',
      draft: blank,
      faults: [
        { field: 'answer', reason: 'no answer' },
        { field: 'options', reason: 'too few' },
      ],
      warnings: [],
    },
    { row: 4, place: '', draft: blank, question, faults: [], warnings: [{ field: 'stem', reason: 'repaired' }] },
    { row: 6, place: '', draft: blank, question, faults: [], warnings: [] },
  ],
  duplicates: [
    { row: 4, ofRow: 1, ofId: null, kind: 'same', of: 'same as row 1', text: '' },
    { row: 6, ofRow: null, ofId: 7, kind: 'near', of: '80% like question 7', text: '相近' },
  ],
};

test('listPreviewLines gives each fault of a row its own line, and the row number once', () => {
  expect(listPreviewLines(preview, 'faulty').map((line) => [line.row.row, line.field, line.first])).toEqual([
    [2, 'answer', true],
    [2, 'options', false],
  ]);
});

test('listPreviewLines lists faultless rows too under “all”', () => {
  expect(listPreviewLines(preview, 'all').map((line) => [line.row.row, line.tone])).toEqual([
    [1, 'delivered'],
    [2, 'seal'],
    [2, 'seal'],
    [4, 'kept'],
    [4, 'neutral'],
    [6, 'neutral'],
  ]);
  expect(listPreviewLines(preview, 'near').map((line) => line.reason)).toEqual(['80% like question 7：相近']);
});

test('countImportable is zero in all-or-none mode while a row is faulty, and includes near-duplicates', () => {
  const counts = countPreviewRows(preview);
  expect(counts).toEqual({ all: 4, good: 2, doubtful: 1, faulty: 1, same: 1, doubtfulSame: 1, near: 1, byType: [[3, 3]] });
  const count = (mode: 'good' | 'all', skipDuplicates: boolean, doubtful: boolean) =>
    countImportable(counts, { mode, skipDuplicates, doubtful });
  expect([count('all', true, true), count('good', true, true), count('good', false, true)]).toEqual([0, 2, 3]);
  // The doubtful row is also the duplicate.
  expect([count('good', true, false), count('good', false, false)]).toEqual([2, 2]);
});

test('a doubtful row has its own count, and is no longer doubtful after a correction', () => {
  const doubtful = preview.rows.find((row) => row.question !== undefined && row.warnings.length > 0);
  if (doubtful === undefined) throw new Error('no row in doubt');
  expect(listPreviewLines(preview, 'doubtful').map((line) => [line.row.row, line.tone])).toEqual([[4, 'kept']]);
  const check = { row: doubtful, draft: doubtful.draft, duplicates: [] };
  const looked = applyImportCorrections(preview, { corrected: new Map([[doubtful.row, check]]), drop: new Set() });
  expect(countPreviewRows(looked)).toMatchObject({ all: 4, good: 3, doubtful: 0, faulty: 1 });
  expect(listPreviewLines(looked, 'doubtful')).toEqual([]);
  expect(
    listPreviewLines(looked, 'all')
      .filter((line) => line.row.row === 4)
      .map((line) => line.tone),
  ).toEqual(['kept']);
});

test('corrected or dropped rows change the counts and their duplicates', () => {
  expect(applyImportCorrections(preview, noCorrections)).toBe(preview);
  expect(findNextInvalidRow(preview, 1)).toBe(2);
  const draft = importedQuestionDraft.parse({ type: 'judgement', stem: '题', answer: '对' });
  const check = { draft, row: { row: 2, place: '', draft: blank, question, faults: [], warnings: [] }, duplicates: [] };
  const after = applyImportCorrections(preview, { corrected: new Map([[2, check]]), drop: new Set([1]) });
  expect(after.rows.map((row) => [row.row, row.faults.length])).toEqual([
    [2, 0],
    [4, 1 - 1],
    [6, 0],
  ]);
  // Row 4 duplicated row 1, which was removed.
  expect(after.duplicates.map((each) => each.row)).toEqual([6]);
  expect(countPreviewRows(after).faulty).toBe(0);
  expect(findNextInvalidRow(after, 2)).toBeNull();
});

test('getRowPosition gives the place in the format of the file', () => {
  const row = { row: 7, place: '二、3', draft: blank, faults: [], warnings: [] };
  expect(getRowPosition(row, 'word')).toBe('二、3');
  expect(getRowPosition(row, 'moodle')).toBe('7');
  expect(parseFieldPath('options.1')).toEqual({ name: 'options', part: 1 });
  expect(parseFieldPath('stem')).toEqual({ name: 'stem', part: null });
});

test('preview pictures are inlined for display, and their addresses restored afterwards', () => {
  const pictures = [{ url: '/uploads/a.png', data: 'data:x' }];
  const shown = inlinePreviewPictures('<img src="/uploads/a.png">', pictures);
  expect(shown).toBe('<img src="data:x">');
  expect(removePreviewPictures(shown, pictures)).toBe('<img src="/uploads/a.png">');
});

test('countLineFields groups lines by field, the most frequent first', () => {
  const lines = listPreviewLines(preview, 'all');
  expect(countLineFields(lines)).toEqual([
    ['answer', 1],
    ['options', 1],
    ['stem', 1],
  ]);
  expect(countLineFields([...lines, ...lines.filter((line) => line.field === 'stem')])[0]).toEqual(['stem', 2]);
});

test('restoreCorrections repeats corrections in the next preview, and forgets rows that are missing there', () => {
  const draft = importedQuestionDraft.parse({ stem: '改好' });
  const correcting = restoreCorrections(preview, {
    fixes: [
      { row: 6, draft },
      { row: 99, draft },
    ],
    drop: [2, 98],
  });
  expect([...correcting.drop]).toEqual([2]);
  expect([...correcting.corrected.keys()]).toEqual([6]);
  expect(correcting.corrected.get(6)).toMatchObject({ row: { row: 6 }, draft, duplicates: [{ row: 6, ofId: 7 }] });
  expect(applyImportCorrections(preview, correcting).rows.map(({ row }) => row)).toEqual([1, 4, 6]);
});
