import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { strToU8, zipSync } from 'fflate';
import { createWordDocument, createParagraph, tinyPng } from '../../../../../tests/fixtures/questions/word-document.ts';
import { formatRowDigests, validateBytes, validateParagraphs } from '../../../../../tests/fixtures/questions/row-digest.ts';

/**
 * Files that we wrote in the style of other people's files. Each has a form that the readers once misread or missed. `word-*.txt` hold the paragraphs
 * of a Word document.
 */
const corpus = new URL('../../../../../tests/fixtures/questions/corpus/', import.meta.url);
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, corpus)));

async function read(name: string) {
  const file = await (name.startsWith('word-')
    ? validateParagraphs(new TextDecoder().decode(bytesOf(name)))
    : validateBytes(name, bytesOf(name)));
  return { rows: file.rows, notes: file.notes.map((note) => note.en), format: file.format };
}
const digestOf = async (name: string) => formatRowDigests(await read(name));

describe('Word documents in other authors’ styles', () => {
  it.each([
    'word-numbers.txt',
    'word-gap.txt',
    'word-key-sections.txt',
    'word-judgements.txt',
    'word-option-texts.txt',
    'word-material.txt',
  ])('reads %s as in its snapshot', async (name) => {
    expect(await digestOf(name)).toMatchSnapshot('rows');
    expect((await read(name)).notes).toMatchSnapshot('notes');
  });
});

describe('question files of other systems', () => {
  it.each(['qti-true-false.xml', 'qti-stray-key.xml', 'qti12-canvas.xml', 'gift-blanks.gift', 'moodle-old-image.xml'])(
    'reads %s as in its snapshot',
    async (name) => {
      expect(await digestOf(name)).toMatchSnapshot('rows');
    },
  );
});

describe('spreadsheets of schools', () => {
  it('finds the headings below a title, and reads answers as people write them', async () => {
    expect(await digestOf('school-utf8.csv')).toMatchSnapshot('rows');
    expect((await read('school-utf8.csv')).rows[4]?.question?.stem).toBe(
      '电压是<span data-blank="1"></span>V，频率是<span data-blank="2"></span>Hz。',
    );
  });
  it('reads the same file in GB18030, and notes the encoding', async () => {
    expect(await digestOf('school-gb18030.csv')).toEqual(await digestOf('school-utf8.csv'));
    expect((await read('school-gb18030.csv')).notes).toEqual([expect.stringContaining('GB18030')]);
  });
  it('reads superscript text, and pictures over a cell or in a cell (WPS, Excel)', async () => {
    const text = (cell: string, inner: string) => `<c r="${cell}" t="inlineStr"><is>${inner}</is></c>`;
    const plain = (cell: string, words: string) => text(cell, `<t>${words}</t>`);
    const image = (id: string) => `<xdr:blipFill><a:blip r:embed="${id}"/></xdr:blipFill>`;
    const rels = (...targets: string[]) =>
      strToU8(
        `<Relationships>${targets.map((target, at) => `<Relationship Id="rId${at + 1}" Target="${target}"/>`).join('')}</Relationships>`,
      );
    const bytes = zipSync({
      'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="单选题" r:id="rId1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': rels('worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet><sheetData><row r="1">${plain('A1', '题目')}${plain('B1', '选项A')}${plain('C1', '选项B')}${plain('D1', '答案')}</row>
        <row r="2">${text('A2', '<r><t>面积单位是 m</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r><r><t>吗</t></r>')}${plain('B2', '是')}${plain('C2', '否则')}${plain('D2', 'A')}</row>
        <row r="3">${plain('A3', '哪个是开关')}<c r="B3" t="str"><f>_xlfn.DISPIMG("ID_1",1)</f><v>=DISPIMG("ID_1",1)</v></c><c r="C3" t="e" vm="1"><v>#VALUE!</v></c>${plain('D3', 'B')}</row></sheetData></worksheet>`,
      ),
      'xl/worksheets/_rels/sheet1.xml.rels': rels('../drawings/drawing1.xml'),
      'xl/drawings/drawing1.xml': strToU8(
        `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="r"><xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>1</xdr:row></xdr:from><xdr:pic>${image('rId1')}</xdr:pic></xdr:twoCellAnchor></xdr:wsDr>`,
      ),
      'xl/drawings/_rels/drawing1.xml.rels': rels('../media/image1.png'),
      'xl/cellimages.xml': strToU8(
        `<etc:cellImages xmlns:etc="e" xmlns:xdr="x" xmlns:a="a" xmlns:r="r"><etc:cellImage><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="ID_1"/></xdr:nvPicPr>${image('rId1')}</xdr:pic></etc:cellImage></etc:cellImages>`,
      ),
      'xl/_rels/cellimages.xml.rels': rels('media/image1.png'),
      'xl/metadata.xml': strToU8(
        '<metadata xmlns:xlrd="m"><futureMetadata name="XLRICHVALUE"><bk><ext><xlrd:rvb i="0"/></ext></bk></futureMetadata><valueMetadata><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>',
      ),
      'xl/richData/rdrichvalue.xml': strToU8('<rvData><rv s="0"><v>0</v><v>5</v></rv></rvData>'),
      'xl/richData/richValueRel.xml': strToU8('<richValueRels xmlns:r="r"><rel r:id="rId1"/></richValueRels>'),
      'xl/richData/_rels/richValueRel.xml.rels': rels('../media/image2.png'),
      'xl/media/image1.png': tinyPng,
      'xl/media/image2.png': Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
    const { rows, pictures } = await validateBytes('a.xlsx', bytes);
    const picture = expect.stringMatching(/^<img src="\/uploads\/[0-9a-f]{32}\.png">$/) as unknown;
    expect(rows.flatMap(({ faults, warnings }) => [...faults, ...warnings].map(({ reason }) => reason.en))).toEqual([]);
    expect(rows[0]?.question?.stem).toMatch(/^面积单位是 m<sup>2<\/sup>吗<img src="\/uploads\/[0-9a-f]{32}\.png">$/);
    expect(rows[1]?.question?.options).toMatchObject([{ html: picture }, { html: picture }]);
    expect(pictures.size).toBe(2);
  });
  it('refuses old Office files and encrypted files, with the reason', async () => {
    const old = (stream: string) => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from(stream, 'utf16le')]);
    const why = async (stream: string) => validateBytes('a.xls', old(stream)).catch((error: unknown) => String(error));
    expect(await why('Workbook')).toContain('.xls');
    expect(await why('WordDocument')).toContain('.doc');
    expect(await why('EncryptedPackage')).toContain('password');
  });
});

describe('pasted text', () => {
  it.each(['pasted-wechat.html', 'pasted-plain.txt', 'pasted-table.html'])('reads %s as in its snapshot', async (name) => {
    expect((await read(name)).format).toBe('word');
    expect(await digestOf(name)).toMatchSnapshot('rows');
  });
});

it('a Word table is read whose type cell spans several rows, below a title row', async () => {
  const cell = (words: string, more = '') => `<w:tc><w:tcPr>${more}</w:tcPr>${createParagraph(words)}</w:tc>`;
  const rows = [
    cell('安全用电题库', '<w:gridSpan w:val="5"/>'),
    ['题型', '题目', '选项A', '选项B', '答案'].map((word) => cell(word)).join(''),
    cell('单选题', '<w:vMerge w:val="restart"/>') + ['安全电压是（  ）', '36 V', '220 V', 'A'].map((word) => cell(word)).join(''),
    cell('', '<w:vMerge/>') + ['人体电阻约为（  ）', '1 Ω', '1000 Ω', 'B'].map((word) => cell(word)).join(''),
    ['判断题', '停电后应验电。', '', '', '对'].map((word) => cell(word)).join(''),
  ];
  const bytes = createWordDocument(`<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`);
  const file = await validateBytes('a.docx', bytes);
  expect(file.rows.map(({ draft, faults }) => [draft.type, draft.stem, draft.answer, faults.length])).toEqual([
    ['single', expect.stringContaining('安全电压'), 'A', 0],
    ['single', expect.stringContaining('人体电阻'), 'B', 0],
    ['judgement', '停电后应验电。', '对', 0],
  ]);
});
