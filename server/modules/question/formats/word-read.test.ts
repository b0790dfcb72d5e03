import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { judgeFile } from './file-judge.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==', 'base64');
const text = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
const p = (inner: string, list = '') =>
  `<w:p>${list === '' ? '' : `<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`}${inner.startsWith('<') ? inner : text(inner)}</w:p>`;
const picture =
  '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
const names =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const document = (body: string) =>
  zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/></Types>',
    ),
    '_rels/.rels': strToU8(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/_rels/document.xml.rels': strToU8(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/image1.png"/></Relationships>',
    ),
    'word/media/image1.png': png,
    'word/numbering.xml': strToU8(
      `<w:numbering ${names}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperLetter"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
    ),
    'word/document.xml': strToU8(`<w:document ${names}><w:body>${body}</w:body></w:document>`),
  });

it('reads numbered questions with options, answers, analyses, pictures, and Word’s own numbers', async () => {
  const bytes = document(
    [
      p('电工四级练习'),
      p('一、单选题'),
      p(`${text('下图是')}${picture}${text('（　　）')}`, '1'),
      p('灯', '2'),
      p('开关', '2'),
      p('答案：B'),
      p('解析：见图。'),
      p('2. 单相电压是（ B ）。'),
      p('A. 110 V    B. 220 V    C. 380 V'),
      p('二、判断题'),
      p('3. 停电后应验电。'),
      p('答案：√'),
      p('三、填空题'),
      p('4. 电压 ____ V，频率 ____ Hz。'),
      p('【答案】220；#50±0.5'),
      p('四、简答题'),
      p('5. 简述触电急救。'),
      p('参考答案：脱离电源。'),
      p('心肺复苏。'),
      p('评分点：(2) 脱离电源'),
      p('6. 没有答案的判断'),
    ].join(''),
  );
  const file = await judgeFile({ name: 'a.docx', bytes, category: '电工', fixes: new Map(), drop: new Set() });
  expect(file.format).toBe('word');
  expect(file.rows.map((row) => [row.place, row.question?.type, row.faults.map((fault) => fault.field)])).toEqual([
    ['第 1 题', sectionType.single, []],
    ['第 2 题', sectionType.single, []],
    ['第 3 题', sectionType.judgement, []],
    ['第 4 题', sectionType.fillIn, []],
    ['第 5 题', sectionType.questionAnswer, []],
    ['第 6 题', sectionType.questionAnswer, []],
  ]);
  const [first, second, third, fourth, fifth] = file.rows.map((row) => row.question);
  expect(first?.stem).toMatch(/^下图是<img src="\/uploads\/[0-9a-f]{32}\.png">（　　）$/);
  expect(first).toMatchObject({ options: [{ html: '灯' }, { html: '开关' }], key: { right: ['B'] }, analysis: '见图。', category: '电工' });
  expect(second).toMatchObject({
    stem: '单相电压是（　　）。',
    options: [{ html: '110 V' }, { html: '220 V' }, { html: '380 V' }],
    key: { right: ['B'] },
  });
  expect(third?.key).toEqual({ kind: 'choice', right: ['T'] });
  expect(fourth?.key).toMatchObject({ blanks: [{ anyOf: ['220'] }, { mode: 'number', value: 50, tolerance: 0.5 }] });
  expect(fifth?.key).toMatchObject({ reference: '脱离电源。<br>心肺复苏。', items: [{ text: '脱离电源', points: 2 }] });
  expect([...file.pictures.values()].map((bytes_) => bytes_.length)).toEqual([png.length]);
});
