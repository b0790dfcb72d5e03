import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../tests/fixtures/expect-linear.ts';
import { parseCsvSheet } from './text-sheet.ts';
import { readWorkbook } from './workbook-read.ts';

const mb = 1024 * 1024;
const limits = { fileMb: 5, unpackedMb: 24, files: 100, ratio: 250, ratioFromBytes: 4 * mb, rows: 3 };
const rowsOf = (bytes: Uint8Array) => {
  const book = readWorkbook(bytes, limits);
  return 'kind' in book
    ? book
    : book.map(({ name, rows }) => [name, rows.map((row) => [row.number, ...[...row.cells.values()].map(({ text }) => text)])]);
};

describe('a CSV file', () => {
  it.each([
    ['commas', '姓名,学号\n张三,098\n\n"李,四","0""7"'],
    ['tabs', '姓名\t学号\n张三\t098\n\n李,四\t"0""7"'],
    ['semicolons, a title above', '姓名;学号\r\n张三;098\r\n\r\n李,四;"0""7"'],
  ])('is read as a workbook with one sheet: %s', (_, text) => {
    expect(rowsOf(strToU8(text))).toEqual([
      [
        'CSV',
        [
          [1, '姓名', '学号'],
          [2, '张三', '098'],
          [4, '李,四', '0"7'],
        ],
      ],
    ]);
  });

  it('is read in the encodings of Chinese Windows and of Excel', () => {
    const gbk = new Uint8Array([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xd1, 0xa7, 0xba, 0xc5]);
    expect(rowsOf(gbk)).toEqual([['CSV', [[1, '姓名', '学号']]]]);
    expect(rowsOf(strToU8('\ufeff姓名,学号'))).toEqual([['CSV', [[1, '姓名', '学号']]]]);
    const wide = '\ufeff姓名\t学号'.split('').flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]);
    expect(rowsOf(new Uint8Array(wide))).toEqual([['CSV', [[1, '姓名', '学号']]]]);
  });

  it('is refused if it has too many rows or is no CSV', () => {
    expect(rowsOf(strToU8('a,b\n'.repeat(4)))).toEqual({ kind: 'tooManyRows', sheet: 'CSV', limit: 3 });
    for (const other of ['<html><td>姓名,学号', '{"a": 1, "b": 2}', '%PDF-1.7, x', 'PNG\u0000, IHDR', '一句话'])
      expect(rowsOf(strToU8(other))).toEqual({ kind: 'notXlsx' });
  });

  it('takes time in proportion to its size', async () => {
    for (const worst of ['"', '",', ',', '\n', '""', ' '])
      await expectLinear(
        (size) => strToU8(`a,b${worst.repeat(size)}x`),
        2_000,
        (bytes) => parseCsvSheet(bytes),
      );
  });
});
