import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

const workbook = new URL('../../../../../tests/fixtures/questions/faults/q-excel-cells.xlsx', import.meta.url);

it('25.22: cells are read as the sheet shows them, and a date that was typed as 3-5 is named', async () => {
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
