import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import writeExcelFile, { type SheetData } from 'write-excel-file/browser';
import { describe, expect, it } from 'vitest';
import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import { listDetailErrors } from '../../../sync/domain/papers/detail-rules.ts';
import { readWorkbook } from '../../../sync/spreadsheet/workbook-read.ts';
import type { WorkbookSheet } from '../../../sync/spreadsheet/workbook.ts';
import { toWriterRows } from '../../ui/spreadsheet/sheet-cells.ts';
import { workbookFileLimits } from '../../lib/files/workbook-file.ts';
import { readDetailBook, toSheetRows } from './detail-sheet.ts';
import { detailSheetName, templateLines } from './sheet-words-table.ts';

type Cell = string | number | null;
const write = async (data: SheetData, name: string): Promise<Uint8Array> =>
  new Uint8Array(await (await writeExcelFile(data, { sheet: name }).toBlob()).arrayBuffer());
const file = ([header = [], ...rows]: readonly (readonly Cell[])[], name = detailSheetName): Promise<Uint8Array> =>
  write(toWriterRows({ name, header: header.map(String), rows }), name);
const bookOf = (bytes: Uint8Array): readonly WorkbookSheet[] => {
  const book = readWorkbook(bytes, { ...workbookFileLimits, rows: 20_000 });
  if ('kind' in book) throw new Error(book.kind);
  return book;
};
const buildRows = (lines: readonly DetailLine[]): Cell[][] => {
  const { header, rows } = toSheetRows(lines);
  return [header, ...rows];
};
const readSheet = async (rows: readonly (readonly Cell[])[]) => readDetailBook(bookOf(await file(rows)));
/** Returns the template rows with one cell replaced; row and column count from 0. */
const replaceCell = (row: number, column: number, value: Cell): Cell[][] => {
  const rows = buildRows(templateLines);
  const line = rows[row];
  if (line) line[column] = value;
  return rows;
};
const brief = (found: ReturnType<typeof readDetailBook>) =>
  found.faults.map((fault) => `${fault.sheet}!${fault.column}${fault.row} ${fault.kind}`);

const name = fc
  .oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.constantFrom('=SUM(A1)', "'=x", '+1', '-', "''@", '电工“基础”<知识>&', '007'))
  // Names cannot contain characters that XML forbids; surrounding white space is trimmed.
  .map((text) => text.replaceAll(/[\u0000-\u001f\ufffe\uffff\ud800-\udfff]/g, '').trim())
  // The library that writes the files stores strings in a plain object, so names such as "valueOf" come out empty (known fault of the library).
  .filter((text) => text !== '' && !(text in {}));
const ratio = fc.option(fc.record({ x: fc.nat(999), y: fc.nat(999), z: fc.nat(999) }));
const parts = (total: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => (at === 0 ? total - (count - 1) * Math.floor(total / count) : Math.floor(total / count)));
const letters = 'ABCDEFG';

/** Generates tables of every shape whose weights add up. */
const table = fc
  .record({
    shape: fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    names: fc.array(name, { minLength: 1, maxLength: 9 }),
    ratios: fc.array(ratio, { minLength: 1, maxLength: 5 }),
  })
  .map(({ shape, names, ratios }) => {
    const lines: DetailLine[] = [];
    const scope = (depth: 1 | 2 | 3, at: number, cents: number) =>
      lines.push({
        depth,
        code: letters[at] ?? 'H',
        name: names[lines.length % names.length] ?? '',
        weight: cents / 100,
        ratio: ratios[lines.length % ratios.length] ?? null,
      });
    parts(10_000, shape.length).forEach((first, a) => {
      scope(1, a, first);
      const below = shape[a] ?? [1];
      parts(first, below.length).forEach((second, b) => {
        scope(2, b, second);
        parts(second, below[b] ?? 1).forEach((third, c) => {
          scope(3, c, third);
          for (let n = 1; n <= 1 + c; n += 1)
            lines.push({
              depth: 4,
              code: String(n).padStart(3, '0'),
              name: names[lines.length % names.length] ?? '',
              importance: (['X', 'Y', 'Z'] as const)[n % 3] ?? 'X',
            });
        });
      });
    });
    return lines;
  });

describe('detail table in Excel', () => {
  it('is read back from its file unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (lines) => {
        expect(listDetailErrors(lines)).toEqual([]);
        expect(await readSheet(buildRows(lines))).toEqual({ lines, faults: [] });
      }),
      { numRuns: 40 },
    );
  });

  it('loses the apostrophe that older versions put before a text like a formula, but no typed apostrophe', async () => {
    // Older versions of the product wrote cells without the number format "text".
    const rows = replaceCell(1, 2, "'=SUM(A1)");
    const older = readDetailBook(bookOf(await write(rows, detailSheetName)));
    expect(older.lines[0]?.name).toBe('=SUM(A1)');
    expect((await readSheet(rows)).lines[0]?.name).toBe("'=SUM(A1)");
  });

  it('has a template that can be imported unchanged', async () => {
    expect(await readSheet(buildRows(templateLines))).toEqual({ lines: templateLines, faults: [] });
  });

  it.each([
    ['weights of 101', replaceCell(6, 3, 81), ['D1 weightSum', 'D7 weightSum']],
    ['a weight in words', replaceCell(6, 3, '八十'), ['D7 weight']],
    ['no weight', replaceCell(3, 3, null), ['D4 weightMissing', 'D3 weightSum']],
    ['an unknown level', replaceCell(2, 0, '四级'), ['A3 level']],
    ['a missing level', replaceCell(2, 0, '三级范围'), ['A3 depth']],
    ['a code twice', replaceCell(5, 1, '001'), ['B6 codeTwice']],
    ['half a ratio', replaceCell(1, 4, null), ['E2 ratio']],
    ['no name', replaceCell(4, 2, null), ['C5 name']],
    ['a strange importance', replaceCell(4, 7, 'W'), ['H5 importance']],
    ['another heading', replaceCell(0, 3, '分值'), ['null1 header']],
    ['nothing but a heading', buildRows([]), ['nullnull noLines']],
  ] as const)('reports the cell of a fault: %s', async (_, rows, faults) => {
    const found = await readSheet(rows);
    expect(brief(found)).toEqual(faults.map((each) => `${detailSheetName}!${each}`));
  });

  it('accepts codes stored as numbers, and empty rows between the lines', async () => {
    const rows = replaceCell(4, 1, 1);
    rows.splice(4, 0, Array<Cell>(8).fill(null));
    expect(await readSheet(rows)).toEqual({ lines: templateLines, faults: [] });
  });
});

describe('readDetailBook on cells that are not text', () => {
  const sheetXml = (body: string) =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body}</sheetData></worksheet>`;
  const zipped = (body: string) =>
    zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook xmlns="m" xmlns:r="r"><sheets><sheet name="表一" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>'),
      'xl/worksheets/sheet1.xml': strToU8(body),
    });

  it('reports the place of formulas, errors and dates', () => {
    const head =
      '<row r="1">' +
      ['层级', '代码', '名称', '鉴定比重', 'X', 'Y', 'Z', '重要程度']
        .map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
        .join('') +
      '</row>';
    const row =
      '<row r="2"><c r="A2" t="str"><v>1</v></c><c r="D2"><f>SUM(D3:D9)</f><v>100</v></c><c r="E2" t="e"><v>#REF!</v></c><c r="F2" t="d"><v>2026-03-04</v></c></row>';
    const found = readDetailBook(bookOf(zipped(sheetXml(head + row))));
    expect(found.faults).toEqual([
      { sheet: '表一', row: 2, column: 'D', kind: 'formula', text: '=SUM(D3:D9)' },
      { sheet: '表一', row: 2, column: 'E', kind: 'error', text: '#REF!' },
      { sheet: '表一', row: 2, column: 'F', kind: 'date', text: '2026-03-04' },
    ]);
  });
});

it('readDetailBook never reads a hidden sheet, whatever its name or position', async () => {
  const [visible] = bookOf(await file(buildRows(templateLines), '表一'));
  if (visible === undefined) return expect.unreachable();
  const found = readDetailBook([{ name: detailSheetName, hidden: true, rows: [] }, visible]);
  expect(found).toMatchObject({ faults: [], lines: expect.arrayContaining([expect.anything()]) });
});
