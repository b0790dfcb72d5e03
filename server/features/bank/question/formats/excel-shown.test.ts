import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import { createTextCell } from '../../../../../sync/spreadsheet/column-format.ts';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';
import { sampleQuestion } from '../../../../../tests/fixtures/questions/sample-question.ts';
import { writeExcel } from './excel/excel-write.ts';

const workbook = new URL('../../../../../tests/fixtures/questions/faults/q-excel-cells.xlsx', import.meta.url);

it('spreadsheet cells are read as displayed, and a date typed as 3-5 is reported', async () => {
  const bytes = new Uint8Array(readFileSync(workbook));
  const { rows } = await validateBytes('q-excel-cells.xlsx', bytes);
  expect(rows.slice(1, 4).map(({ draft, faults }) => [draft.options, faults])).toEqual([
    [['50%', '1/4', '1/3', '1/2'], []],
    [['007', '070', '0007', '7'], []],
    [['17:30', '18:00', '18:30', '19:00'], []],
  ]);
  expect(rows[0]?.faults.map(({ field, reason }) => [field, reason['zh-CN'].slice(0, 17)])).toEqual([
    ['options.0', '单元格是日期 2026-03-05'],
    ['options.1', '单元格是日期 2026-05-06'],
  ]);
});

it('writeExcel writes a text that looks like a formula unchanged', async () => {
  const [question] = fc.sample(sampleQuestion, { numRuns: 1, seed: 7 });
  if (question === undefined) return expect.unreachable();
  const [heading = [], written = []] = await readSheet(Buffer.from(await writeExcel([{ ...question, source: "'=1+1" }])));
  expect(written[heading.indexOf('来源')]).toBe("'=1+1");
});

it('only the apostrophe that an older version wrote before a text like a formula is removed', async () => {
  const read = async (rows: SheetData) => {
    const { rows: found } = await validateBytes('a.xlsx', new Uint8Array(await writeExcelFile(rows).toBuffer()));
    return { stem: found[0]?.draft.stem, options: found[0]?.draft.options };
  };
  const rows = [
    ['题型', '题干', '选项A', '选项B', '答案'],
    ['单选题', "'=1+1", "''=x", "it's", 'A'],
  ];
  // Older versions wrote cells without the format "text" and put an apostrophe before a text like "=1+1".
  expect(await read(rows)).toEqual({ stem: '=1+1', options: ["'=x", "it's"] });
  expect(await read(rows.map((row) => row.map(createTextCell)))).toEqual({ stem: "'=1+1", options: ["''=x", "it's"] });
});
