import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readWorkbook } from './workbook-read.ts';
import { formatColumnName, maxSkippedEmptyRows, type WorkbookLimits, type WorkbookSheet } from './workbook.ts';

const mb = 1024 * 1024;
const limits: WorkbookLimits = { fileMb: 5, unpackedMb: 24, files: 100, ratio: 250, ratioFromBytes: 4 * mb, rows: 1000 };
const sheetXml = (rows: string, before = ''): string => `<worksheet>${before}<sheetData>${rows}</sheetData></worksheet>`;
/** Makes a workbook. Parts are stored uncompressed, so that large workbooks are quick to make; `packed` compresses them. */
const zipped = (sheet: string, more: Record<string, string | Uint8Array> = {}, packed = false): Uint8Array =>
  zipSync(
    {
      'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="表一" sheetId="1" r:id="rId1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>'),
      'xl/worksheets/sheet1.xml': strToU8(sheet),
      ...Object.fromEntries(Object.entries(more).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part])),
    },
    { level: packed ? 1 : 0 },
  );
const read = (sheet: string, more: Record<string, string | Uint8Array> = {}, within = limits) => readWorkbook(zipped(sheet, more), within);
const sheetsOf = (book: ReturnType<typeof readWorkbook>): readonly WorkbookSheet[] => {
  if ('kind' in book) throw new Error(book.kind);
  return book;
};
/** Returns the cells of the first row. */
const cellsOf = (cells: string, more: Record<string, string | Uint8Array> = {}) => [
  ...(sheetsOf(read(sheetXml(`<row r="1">${cells}</row>`), more))[0]?.rows[0]?.cells ?? []),
];
const text = (value: string, attributes = ''): string => `<c t="inlineStr"${attributes}><is><t>${value}</t></is></c>`;

describe('readWorkbook', () => {
  it('reads sheet by sheet with the sheet’s row numbers, through absolute and relative part names', () => {
    const book = read(sheetXml(`<row r="3">${text('甲')}</row>`), {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="表一" r:id="a"/><sheet name="表二" r:id="b"/><sheet name="无" r:id="c"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="b" Target="worksheets/sheet2.xml"/></Relationships>',
      'xl/worksheets/sheet2.xml': `<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>乙</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    });
    expect(book).toEqual([
      { name: '表一', part: 'xl/worksheets/sheet1.xml', rows: [{ number: 3, cells: new Map([[0, { kind: 'value', text: '甲' }]]) }] },
      { name: '表二', part: 'xl/worksheets/sheet2.xml', rows: [{ number: 1, cells: new Map([[0, { kind: 'value', text: '乙' }]]) }] },
    ]);
  });

  it('names hidden sheets without reading them, and refuses a workbook with hidden sheets only', () => {
    const parts = (...states: string[]) => ({
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${states.map((state, at) => `<sheet name="${at}" state="${state}" r:id="a"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    });
    const rows = sheetXml(`<row r="1">${text('甲')}</row>`);
    expect(read(rows, parts('hidden', 'visible', 'veryHidden'))).toEqual([
      { name: '0', hidden: true, rows: [] },
      { name: '1', part: 'xl/worksheets/sheet1.xml', rows: [expect.anything()] },
      { name: '2', hidden: true, rows: [] },
    ]);
    expect(read(rows, parts('hidden', 'veryHidden'))).toEqual({ kind: 'noSheet' });
  });

  it('returns texts as typed: shared, inline or CDATA, with line ends, without phonetic readings', () => {
    const strings = '<sst><si><r><t>安</t></r><r><t>全</t></r><rPh sb="0" eb="1"><t>アン</t></rPh></si><si><t>一_x000D_\n二</t></si></sst>';
    expect(
      cellsOf(
        `<c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c>${text('三_x000D_', ' r="D1"')}<c r="E1" t="str"><v><![CDATA[a<b]]></v></c>
         <c r="F1" t="b"><v>1</v></c><c r="G1" t="b"><v>0</v></c><c r="AB1" t="inlineStr"><is><t>四</t><rPh><t>シ</t></rPh></is></c><c r="AC1"/>${text(' ')}`,
        { 'xl/sharedStrings.xml': strings },
      ),
    ).toEqual(
      [
        [0, '安全'],
        [2, '一\n二'],
        [3, '三\n'],
        [4, 'a<b'],
        [5, 'TRUE'],
        [6, 'FALSE'],
        [27, '四'],
      ].map(([at, value]) => [at, { kind: 'value', text: value }]),
    );
    expect([0, 25, 26, 27, 701, 702].map(formatColumnName)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA']);
  });

  it('returns numbers as the sheet shows them: percentages, dates, long numbers', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="165" formatCode="0.0%"/><numFmt numFmtId="166" formatCode="[Red]&quot;day&quot; 0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      `<cellXfs>${[0, 9, 14, 164, 165, 166, 58].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;
    const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
    expect(
      cellsOf(
        [
          cell(0, '33.299999999999997'),
          cell(0, '1.3800138E10'),
          cell(1, '0.28999999999999998'),
          cell(2, '46085'),
          cell(3, '60'),
          cell(3, '59'),
          cell(4, '0.5'),
          cell(5, '46085'),
          cell(6, '46085.75'),
          cell(0, '110101199003070000'),
        ].join(''),
        { 'xl/styles.xml': styles },
      ).map(([, { kind, text: shown }]) => `${kind} ${shown}`),
    ).toEqual([
      'value 33.3',
      'value 13800138000',
      'value 29%',
      'date 2026-03-04',
      'date 1900-02-28',
      'date 1900-02-28',
      'value 50.0%',
      'value day 46085',
      'date 2026-03-04',
      'value 110101199003070000',
    ]);
  });

  it('treats cells of any type without a value as empty', () => {
    expect(
      cellsOf('<c t="s"/><c t="s"><v/></c><c t="b"/><c t="b"><v> </v></c><c t="e"><v/></c><c t="d"/><c/><c t="s"><v>0</v></c>', {
        'xl/sharedStrings.xml': '<sst><si><t>第一</t></si></sst>',
      }),
    ).toEqual([[7, { kind: 'value', text: '第一' }]]);
  });

  it('reports formulas, with their results, and errors', () => {
    expect(cellsOf('<c><f>A2+1</f><v>3</v></c><c t="e"><v>#REF!</v></c><c t="str"><f>""</f><v></v></c>')).toEqual([
      [0, { kind: 'formula', text: '=A2+1', result: '3' }],
      [1, { kind: 'error', text: '#REF!' }],
      [2, { kind: 'formula', text: '=""', result: '' }],
    ]);
  });
});

describe('readWorkbook refuses files', () => {
  it('with a reason for each kind of wrong content', () => {
    expect(readWorkbook(strToU8('层级和代码'), limits)).toEqual({ kind: 'notXlsx' });
    expect(readWorkbook(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), limits)).toEqual({ kind: 'oldXls' });
    expect(readWorkbook(zipSync({ 'word/document.xml': strToU8('<a/>') }), limits)).toEqual({ kind: 'notXlsx' });
    expect(read(sheetXml('<row r="1"><c'))).toMatchObject({ kind: 'damaged' });
    for (const place of ['XFE1', 'AAAA1', `${'A'.repeat(5000)}1`, '7', ''])
      expect(read(sheetXml(`<row r="1">${text('甲', ` r="${place}"`)}</row>`)), place).toMatchObject({ kind: 'damaged' });
    expect(read(sheetXml(`<row r="1">${text('甲', ' r="XFD1"')}</row>`))).toHaveLength(1);
    expect(readWorkbook(zipped(sheetXml('')).slice(0, 500), limits)).toEqual({ kind: 'damaged', cause: '' });
    expect(read('', { 'xl/_rels/workbook.xml.rels': '<Relationships/>' })).toEqual({ kind: 'noSheet' });
  });

  it('that unpack to too much, declare entities, hold paths outside or have too many parts', () => {
    const large = zipped('', { 'xl/sharedStrings.xml': new Uint8Array(3 * mb) }, true);
    expect(readWorkbook(large, { ...limits, ratio: 100, ratioFromBytes: mb })).toEqual({ kind: 'bomb', name: 'xl/sharedStrings.xml' });
    expect(readWorkbook(large, { ...limits, unpackedMb: 2 })).toEqual({ kind: 'tooLarge', limitMb: 2 });
    expect(readWorkbook(new Uint8Array(6 * mb), limits)).toEqual({ kind: 'tooLarge', limitMb: 5 });
    expect(read(`<!DOCTYPE a [<!ENTITY b "ccc">]>${sheetXml('')}`)).toEqual({ kind: 'doctype' });
    expect(read(sheetXml(''), { '../../a': 'x' })).toEqual({ kind: 'path', name: '../../a' });
    expect(read(sheetXml(''), Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}`, ''])))).toEqual({
      kind: 'tooManyFiles',
      limit: 100,
    });
  });

  it('with more rows than the limit', () => {
    const rows = Array.from({ length: 1001 }, (_, at) => `<row r="${at + 1}">${text('题')}</row>`).join('');
    expect(read(sheetXml(rows))).toEqual({ kind: 'tooManyRows', sheet: '表一', limit: 1000 });
  });
});

describe('empty rows of a workbook', () => {
  const empty = (count: number, look = ''): string => Array.from({ length: count }, (_, at) => `<row r="${at + 2}"${look}/>`).join('');
  const full = (number: number): string => `<row r="${number}">${text('题')}</row>`;
  const refused = (row: number) => ({ kind: 'tooManyEmptyRows', sheet: '表一', row, limit: maxSkippedEmptyRows });

  it('are skipped by hundreds and thousands, anywhere in the sheet', () => {
    for (const count of [300, maxSkippedEmptyRows])
      expect(sheetsOf(read(sheetXml(full(1) + empty(count) + full(count + 2))))[0]?.rows.map((row) => row.number)).toEqual([1, count + 2]);
    // A single row at the end of a sheet does not mean a million empty rows.
    expect(sheetsOf(read(sheetXml(full(1) + full(1_048_576))))[0]?.rows.map((row) => row.number)).toEqual([1, 1_048_576]);
  });

  it('are refused if far too many, with the number of the last row', () => {
    expect(read(sheetXml(full(1) + empty(30_000) + full(1_048_576)))).toEqual(refused(1_048_576));
    expect(read(sheetXml(full(1) + empty(40_000) + full(50_000)))).toEqual(refused(50_000));
    expect(read(sheetXml('<row/>'.repeat(20_000)))).toEqual(refused(maxSkippedEmptyRows + 1));
  });

  it('with formats are reported as such if they make the sheet too large', () => {
    const styled = Array.from(
      { length: 30_000 },
      (_, at) => `<row r="${at + 2}" spans="1:4"><c r="A${at + 2}" s="1"/><c r="B${at + 2}" s="1"/><c r="C${at + 2}" s="1"/></row>`,
    ).join('');
    const claims = '<dimension ref="A1:C1048576"/>';
    const small = { ...limits, unpackedMb: 1 };
    expect(read(sheetXml(full(1) + styled, claims), {}, small)).toEqual({ ...refused(1_048_576), sheet: '' });
    // A sheet of the same size with a value in every row is reported as too large, not as full of empty rows.
    expect(read(sheetXml(styled.replaceAll('<c r="A', '<c t="b"><v>1</v></c><c r="A')), {}, small)).toEqual({
      kind: 'tooLarge',
      limitMb: 1,
    });
  });
});
