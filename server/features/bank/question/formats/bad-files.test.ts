import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { validateFile } from './file-validation.ts';
import { questionSheetColumns } from './excel/excel-columns.ts';
import { writeTemplate } from './excel/excel-write.ts';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

const judge = (name: string, bytes: Uint8Array | string) => validateBytes(name, typeof bytes === 'string' ? strToU8(bytes) : bytes);
const outcomeOf = (name: string, bytes: Uint8Array | string) =>
  judge(name, bytes).then(
    () => 'read',
    (error: Error) => error.message,
  );
const sheet = (rows: string, more: Record<string, Uint8Array> = {}) =>
  zipSync({
    'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="题目" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    ...more,
  });
const row = (number: number, ...cells: string[]) =>
  `<row r="${number}">${cells.map((text, at) => (text.startsWith('<') ? text : `<c r="${'ABCDEFGH'[at]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`)).join('')}</row>`;
const heading = row(1, '题型', '题干', '选项A', '选项B', '答案');
const item = (body: string) =>
  `<qti-assessment-item identifier="a"><qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>A</qti-value></qti-correct-response></qti-response-declaration><qti-item-body>${body}<qti-choice-interaction response-identifier="RESPONSE"><qti-simple-choice identifier="A">甲</qti-simple-choice><qti-simple-choice identifier="B">乙</qti-simple-choice></qti-choice-interaction></qti-item-body></qti-assessment-item>`;

describe('the reader of question files: refused files', () => {
  it('refuses a zip bomb, by compression ratio and by number of files', async () => {
    const bomb = new Uint8Array(80 * 1024 * 1024);
    expect(await outcomeOf('a.zip', zipSync({ 'items/a.xml': bomb }, { level: 9 }))).toMatch(/zip bomb/);
    const many = Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`${at}.xml`, new Uint8Array()]));
    expect(await outcomeOf('a.zip', zipSync(many, { level: 0 }))).toMatch(/more than 5000 files/);
  });

  it('refuses a package with paths that lead outside', async () => {
    expect(await outcomeOf('a.zip', zipSync({ '../../etc/passwd.xml': strToU8('<a/>') }))).toMatch(/leads outside/);
    expect(await outcomeOf('a.zip', zipSync({ '/tmp/a.xml': strToU8('<a/>') }))).toMatch(/leads outside/);
  });

  it('refuses XML that has a DOCTYPE, is nested too deeply or is malformed', async () => {
    const external =
      '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz><question type="essay"><questiontext><text>&x;</text></questiontext></question></quiz>';
    expect(await outcomeOf('a.xml', external)).toMatch(/DOCTYPE/);
    const laughs = `<!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><quiz>&b;</quiz>`;
    expect(await outcomeOf('a.xml', laughs)).toMatch(/DOCTYPE/);
    expect(await outcomeOf('a.xlsx', sheet(heading, { 'xl/sharedStrings.xml': strToU8('<!DOCTYPE a [<!ENTITY b "c">]><sst/>') }))).toMatch(
      /DOCTYPE/,
    );
    expect(await outcomeOf('a.xml', `<quiz>${'<a>'.repeat(300)}${'</a>'.repeat(300)}</quiz>`)).toMatch(/too deeply/);
    expect(await outcomeOf('a.xml', '<quiz><question></quiz>')).toMatch(/error in line 1/);
  });

  it('reports a QTI item with a DOCTYPE or without its file, and reads the other items', async () => {
    const resource = (name: string) => `<resource identifier="${name}" type="imsqti_item_xmlv3p0" href="${name}.xml"/>`;
    const file = await judge(
      'a.zip',
      zipSync({
        'imsmanifest.xml': strToU8(`<manifest><resources>${resource('good')}${resource('bad')}${resource('gone')}</resources></manifest>`),
        'good.xml': strToU8(item('<p>题</p>')),
        'bad.xml': strToU8(`<!DOCTYPE x [<!ENTITY y "z">]>${item('&y;')}`),
      }),
    );
    expect(file.rows.map((one) => [one.place, one.question !== undefined, one.faults[0]?.reason.en.slice(0, 30)])).toEqual([
      ['good.xml', true, undefined],
      ['bad.xml', false, 'The XML has a DOCTYPE or its o'],
      ['gone.xml', false, '"gone.xml" is in the manifest '],
    ]);
  });

  it('refuses a file that is no Word document, an old .doc, an empty file and an unknown format', async () => {
    const word = (bytes: Uint8Array | string) =>
      validateFile({
        name: 'a.docx',
        bytes: typeof bytes === 'string' ? strToU8(bytes) : bytes,
        category: '',
        format: 'word',
        fixes: new Map(),
        drop: new Set(),
      }).then(
        () => 'read',
        (error: Error) => error.message,
      );
    expect(await word('PK no zip')).toMatch(/Not a Word document/);
    expect(await word(zipSync({ 'a.txt': strToU8('a') }))).toMatch(/Not a Word document/);
    expect(await outcomeOf('a.doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).toMatch(/old Office file/);
    expect(await outcomeOf('a.gift', '')).toMatch(/empty/);
    expect(await outcomeOf('a.bin', 'nothing at all')).toMatch(/Unknown format/);
  });

  it('refuses a spreadsheet with a million empty rows below its questions, and says what to delete', async () => {
    const empty = Array.from({ length: 20_000 }, (_, at) => `<row r="${at + 1_028_577}"/>`).join('');
    const file = sheet(heading + row(2, '判断题', '题', '', '', '对') + empty);
    expect(await outcomeOf('a.xlsx', file)).toMatch(
      /^The sheet "题目" goes on to row 1048576, .*Select all rows below the last question, delete/,
    );
    const few = Array.from({ length: 800 }, (_, at) => `<row r="${at + 3}" s="1"><c r="A${at + 3}" s="1"/></row>`).join('');
    expect((await judge('a.xlsx', sheet(heading + row(2, '判断题', '题', '', '', '对') + few))).rows).toHaveLength(1);
  });

  it('refuses a spreadsheet without question columns, and offers its columns for mapping', async () => {
    expect(await outcomeOf('a.xlsx', sheet(row(1, '姓名')))).toMatch(/No sheet with questions/);
    // If no column name is known, the user is asked to map the columns.
    const { rows, columns, notes } = await judge('a.xlsx', sheet(row(1, '姓名', '电话') + row(2, '甲', '1')));
    expect([rows, columns, notes.at(-1)?.en]).toEqual([
      [],
      [
        { name: '姓名', field: '' },
        { name: '电话', field: '' },
      ],
      expect.stringMatching(/^No question column was recognised/),
    ]);
  });

  it('refuses a picture or a PDF, whatever its name', async () => {
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...strToU8('\n\n题 {=甲 ~乙}\n')]);
    expect(await outcomeOf('a.gift', jpeg)).toMatch(/picture or a scan \(JPEG\)/);
    expect(await outcomeOf('a.jpg', new Uint8Array([0x89, 0x50, 0x4e, 0x47, ...strToU8('{T}')]))).toMatch(/\(PNG\)/);
    expect(await outcomeOf('a.pdf', '%PDF-1.7 {=a}')).toMatch(/\(PDF\)/);
  });
});

describe('the reader of question files: rows', () => {
  it('reports an option that the spreadsheet turned into a date, and reads a percentage as displayed', async () => {
    const styles = strToU8('<styleSheet><cellXfs><xf numFmtId="58"/><xf numFmtId="9"/></cellXfs></styleSheet>');
    const cells = '<c r="C2" s="0"><v>46085</v></c>|<c r="D2" s="1"><v>0.5</v></c>'.split('|');
    const file = await judge('a.xlsx', sheet(heading + row(2, '单选题', '题', ...cells, 'B'), { 'xl/styles.xml': styles }));
    expect(
      file.rows.map((one) => [one.draft.options, one.faults.map((fault) => `${fault.field}: ${fault.reason.en.slice(0, 32)}`)]),
    ).toEqual([[['', '50%'], ['options.0: The cell has the date 2026-03-04']]]);
  });

  it('skips a hidden sheet and reports it', async () => {
    const hidden = sheet(heading + row(2, '判断题', '题', '', '', '对'), {
      'xl/workbook.xml': strToU8(
        '<workbook xmlns:r="r"><sheets><sheet name="旧题" state="hidden" r:id="r1"/><sheet name="题目" r:id="r1"/></sheets></workbook>',
      ),
    });
    const { rows, notes } = await judge('a.xlsx', hidden);
    expect([rows.length, ...notes.map((note) => note.en)]).toEqual([1, 'The sheet "旧题" is hidden and was not read']);
  });

  it('finds the headings below a title, and keeps the row numbers of the sheet', async () => {
    const school =
      row(1, '城东技工学校 2026 年题库') +
      row(2, '说明：单选每题一分', '不得外传') +
      row(6, '题型', '题目内容', '选项1', '选项2', '正确答案');
    const [read] = (await judge('a.xlsx', sheet(school + row(7, '单项选择', '电压是（  ）', '110', '220', 'B')))).rows;
    expect(read).toMatchObject({ row: 7, faults: [], question: { stem: '电压是（\u00a0\u00a0）', key: { right: ['B'] } } });
    const bytes = sheet(row(1, '城东技工学校 电工题库') + row(2, '题型', '题干', '答案') + row(3, '判断题', '题', '对'));
    expect((await judge('a.xlsx', bytes)).rows.map((one) => [one.row, one.question?.stem])).toEqual([[3, '题']]);
  });

  it('reports a formula cell, an error cell, a missing answer and an answer that is no option', async () => {
    const file = await judge(
      'a.xlsx',
      sheet(
        heading +
          row(2, '单选题', '<c r="B2"><f>A1&amp;"x"</f><v>1</v></c>', '甲', '乙', 'A') +
          row(3, '单选题', '题', '甲', '乙', '<c r="E3" t="e"><v>#REF!</v></c>') +
          row(4, '单选题', '题', '甲', '乙') +
          row(5, '单选题', '题', '甲', '乙', 'C') +
          row(6, '拖拽题', '题', '甲', '乙', 'A') +
          row(7, '连线题', '题', '甲', '乙', 'A') +
          row(8, '排序题', '题', '甲', '乙', 'A'),
      ),
    );
    expect(file.rows.map((one) => [one.row, one.faults.map((fault) => `${fault.field}: ${fault.reason.en}`)])).toEqual([
      [2, ['stem: The cell has the formula "=A1&"x"". Enter text instead (results of formulas are not imported)']],
      [3, ['answer: The cell has the error #REF!']],
      [4, ['answer: There is no correct answer']],
      [5, ['answer: The answer "C" is not among the options']],
      [6, ['type: The type "拖拽题" is unknown']],
      [7, ['options: A matching question needs at least 2 left items; there are 0']],
      [8, ['answer: The key must list every option once, in the right order']],
    ]);
  });

  it('reports each error of a JSON line once, by the field in which it can be corrected', async () => {
    const lines = [
      '{"question":"题","options":["(A)甲","(B)乙"]}',
      '{"question":"题","options":["(A)甲","(B)乙"],"label":"C"}',
      '{"question":"","options":["(A)甲","(B)乙"],"label":"A"}',
      '{"question":"空 ____","type":"fillIn"}',
    ];
    const file = await judge('a.jsonl', lines.join('\n'));
    expect(file.rows.map((one) => one.faults.map((fault) => fault.field))).toEqual([['answer'], ['answer'], ['stem'], ['answer']]);
  });

  it('offers a valid JSON line for correction like any other row', async () => {
    const file = await judge('a.jsonl', '{"question":"题","options":["(A)甲","(B)乙"],"label":"B"}');
    expect(file.rows[0]?.draft).toMatchObject({ type: 'single', stem: '题', options: ['甲', '乙'], answer: 'B' });
  });

  it('tells rows with the same number on two sheets apart', async () => {
    const second = `<worksheet><sheetData>${heading}${row(2, '判断题', '第二张', '', '', '对')}</sheetData></worksheet>`;
    const bytes = sheet(heading + row(2, '判断题', '第一张', '', '', '对'), {
      'xl/workbook.xml': strToU8(
        '<workbook xmlns:r="r"><sheets><sheet name="题目" r:id="r1"/><sheet name="补充" r:id="r2"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet2.xml': strToU8(second),
    });
    const file = await judge('a.xlsx', bytes);
    expect(file.rows.map((one) => [one.place, one.question?.stem])).toEqual([
      ['', '第一张'],
      ['补充 2', '第二张'],
    ]);
    expect(new Set(file.rows.map((one) => one.row)).size).toBe(2);
  });

  it('reads text in GBK, and notes the encoding', async () => {
    // "判断题{T}" in GBK, as Chinese Windows writes it.
    const bytes = new Uint8Array([0xc5, 0xd0, 0xb6, 0xcf, 0xcc, 0xe2, 0x7b, 0x54, 0x7d]);
    const file = await judge('a.gift', bytes);
    expect(file.rows[0]?.question?.stem).toBe('判断题');
    expect(file.notes[0]?.en).toMatch(/GBK/);
  });

  it('removes scripts, external pictures and files that are no pictures, and warns of each', async () => {
    const file = await judge(
      'a.zip',
      zipSync({
        'imsmanifest.xml': strToU8(
          '<manifest><resources><resource identifier="a" type="imsqti_item_xmlv3p0" href="a.xml"/></resources></manifest>',
        ),
        'a.xml': strToU8(
          item('<p>题<img src="a.png"/><img src="b.png"/><img src="https://elsewhere/c.png"/></p><script>alert(1)</script>'),
        ),
        'a.png': strToU8('<script>no picture</script>'),
      }),
    );
    expect(file.rows[0]?.question?.stem).toBe('<p>题</p>');
    expect(file.rows[0]?.warnings.map((warning) => warning.reason.en.slice(0, 24))).toEqual([
      '"a.png" is not a usable ',
      'The picture "b.png" is n',
      'The external picture "ht',
      'Markup that is not allow',
    ]);
  });

  it('validates corrected rows again, and leaves out dropped rows', async () => {
    const bytes = sheet(heading + row(2, '单选题', '题', '甲', '乙') + row(3, '单选题', '题二', '甲', '乙'));
    const first = await judge('a.xlsx', bytes);
    const draft = first.rows[0]?.draft;
    if (!draft) throw new Error('a row without its draft');
    const correctedFile = await validateFile({
      name: 'a.xlsx',
      bytes,
      category: '',
      fixes: new Map([[2, { ...draft, answer: 'B' }]]),
      drop: new Set([3]),
    });
    expect(correctedFile.rows.map((one) => [one.row, one.faults, one.question?.key])).toEqual([[2, [], { kind: 'choice', right: ['B'] }]]);
  });
});

it('the import template contains no question, and its example rows are valid', async () => {
  for (const language of ['zh-CN', 'en'] as const) {
    const template = await writeTemplate(language);
    const { rows, notes } = await judge('a.xlsx', template);
    expect([rows, notes]).toEqual([[], []]);
    // An import skips the sheet of examples by its name. Under another name all of its rows are read, because the reader knows every heading.
    const files = unzipSync(template);
    const name = language === 'en' ? 'Examples' : '示例';
    files['xl/workbook.xml'] = strToU8(strFromU8(files['xl/workbook.xml'] ?? new Uint8Array()).replace(`"${name}"`, '"x"'));
    const read = await judge('a.xlsx', zipSync(files));
    expect([read.notes, read.rows.map(({ faults }) => faults.length)]).toEqual([[], [0, 0, 0, 0, 0, 0, 0]]);
  }
});

it('the import template formats every column as text, so that an option "1/2" does not become a date', async () => {
  const files = unzipSync(await writeTemplate('zh-CN'));
  const read = (path: string): string => strFromU8(files[path] ?? new Uint8Array());
  const styles = [...read('xl/worksheets/sheet1.xml').matchAll(/<col [^>]*style="(\d+)"/g)].map(([, style]) => Number(style));
  const formats =
    read('xl/styles.xml')
      .split('<cellXfs')[1]
      ?.match(/<xf [^>]*>/g) ?? [];
  const text = /numFmtId="(\d+)" formatCode="@"/.exec(read('xl/styles.xml'))?.[1] ?? '?';
  expect(styles).toHaveLength(questionSheetColumns.length);
  for (const style of styles) expect(formats[style]).toContain(`numFmtId="${text}"`);
});

it('columns with unknown names are read as the user maps them, and a known column can be left out', async () => {
  const bytes = sheet(row(1, '考题', '备选甲', '备选乙', '谜底', '解析') + row(2, '电压是？', '110', '220', 'B', '见书'));
  const columns = { 考题: 'stem', 备选甲: 'options.0', 备选乙: 'options.1', 谜底: 'answer', 解析: '' };
  const file = await validateFile({ name: 'a.xlsx', bytes, category: '', fixes: new Map(), drop: new Set(), columns });
  expect(file.columns).toEqual(Object.entries(columns).map(([name, field]) => ({ name, field })));
  expect(file.rows[0]).toMatchObject({ faults: [], question: { stem: '电压是？', analysis: '', key: { right: ['B'] } } });
});
