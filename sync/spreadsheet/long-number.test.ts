import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readWorkbook } from './workbook-read.ts';

const limits = { fileMb: 5, unpackedMb: 24, files: 100, ratio: 250, ratioFromBytes: 4 * 1024 * 1024, rows: 10 };
const cellOf = (value: string): string | undefined => {
  const bytes = zipSync({
    'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="一" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData><row r="1"><c r="A1"><v>${value}</v></c></row></sheetData></worksheet>`),
  });
  const book = readWorkbook(bytes, limits);
  return 'kind' in book ? book.kind : book[0]?.rows[0]?.cells.get(0)?.text;
};

describe('an ID number that was written as a number', () => {
  it.each(['110101199003078515', '110101199003078512', '1101011990030785'])('%s is read with all digits in the file', (value) => {
    expect(cellOf(value)).toBe(value);
  });

  it.each(['1.10101199003078E+17', '1.1010119900307851E17'])('%s, which has lost digits, is read in exponent notation', (value) => {
    expect(cellOf(value)).toMatch(/^1\.10101199003\d{3}E\+17$|^1\.10101199003079E\+17$/);
  });
});
