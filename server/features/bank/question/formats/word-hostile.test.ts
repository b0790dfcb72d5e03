import { expect, it } from 'vitest';
import { expectLinear as linearInSize } from '../../../../../tests/fixtures/expect-linear.ts';
import { createWordDocument, createParagraph, createTextRun } from '../../../../../tests/fixtures/questions/word-document.ts';
import { createWordNumberer } from './word/word-document.ts';
import { simplifyWordXml } from './word/word-rewrite.ts';
import { readQuestionsFromParagraphs } from './word/word-questions.ts';
import { convertTableToLines } from './word/word-table.ts';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td><p>${cell}</p></td>`).join('')}</tr>`;
const table = (rows: number, columns: number, cell: (at: number) => string) =>
  `<table>${Array.from({ length: rows }, (_, line) => row(Array.from({ length: columns }, (__, place) => cell(line * columns + place)))).join('')}</table>`;
const paragraph = (html: string) => ({ html, isTable: false });
const heading = (html: string) => ({ html, isTable: false, level: 1 });

it.each([
  [8, 7],
  [10, 6],
  [40, 20],
])('a large table of %i × %i cells is not read as options', async (rows, columns) => {
  expect(convertTableToLines(table(rows, columns, (at) => `${at}`))).toBeUndefined();
  // Cells hold consecutive characters from "A" on, each in two cells. Those after "Z", such as "[", must be taken literally, not as a pattern.
  expect(convertTableToLines(table(rows, columns, (at) => String.fromCharCode(65 + at / 2)))).toBeUndefined();
  const cells = Array.from({ length: rows }, () => `<w:tr>${`<w:tc>${createParagraph('字')}</w:tc>`.repeat(columns)}</w:tr>`).join('');
  const body = [createParagraph('1. 看表'), `<w:tbl>${cells}</w:tbl>`, createParagraph('答案：略')].join('');
  const { rows: found } = await validateBytes('a.docx', createWordDocument(body));
  expect(found.map(({ draft }) => draft.stem?.slice(0, 13))).toEqual(['看表<br><table>']);
});

it('letters in cells of their own are read as options, with or without punctuation', () => {
  const cellTexts = ['A', '灯', '（B）', '开关', 'c.', '线', 'Ｄ、', '表'];
  expect(convertTableToLines(table(4, 2, (at) => cellTexts[at] ?? ''))).toEqual(['A. 灯', 'B. 开关', 'C. 线', 'D. 表']);
});

const expectLinear = (size: number, work: (size: number) => unknown) => linearInSize((given) => given, size, work);

it('an answer of very many lines is read in linear time', async () => {
  await expectLinear(5_000, (size) => readQuestionsFromParagraphs([paragraph('1. 题'), ...Array(size).fill(paragraph('解析：a'))]));
  await expectLinear(4_000, (size) => readQuestionsFromParagraphs([paragraph('1. 题'), paragraph(`答案：甲${'【解析】a'.repeat(size)}`)]));
  await expectLinear(400, (size) =>
    readQuestionsFromParagraphs([paragraph('1. 题'), paragraph('答案：甲'), ...Array(size).fill(paragraph('A. 电'))]),
  );
  const counted = [paragraph('1. 甲'), paragraph('2. 乙')];
  await expectLinear(250, (size) =>
    readQuestionsFromParagraphs([paragraph('1. 题'), paragraph('答案：'), ...Array.from({ length: size }, () => counted).flat()]),
  );
});

it('very many headings of answers without an answer are read in linear time', async () => {
  await expectLinear(500, (size) => readQuestionsFromParagraphs([paragraph('1. 题'), ...Array(size).fill(heading('答案'))]));
  await expectLinear(500, (size) => readQuestionsFromParagraphs([...Array(size).fill(heading('答案')), paragraph('没有')]));
});

it('a heading whose answers cannot be read does not hide the real key after it', () => {
  const { questions } = readQuestionsFromParagraphs(
    ['1. 甲（ ）', 'A. 一 B. 二', '2. 乙（ ）', 'A. 一 B. 二', '答案', '请看后面', '参考答案', '1-2 AB'].map(paragraph),
  );
  expect(questions.map(({ draft }) => draft.answer)).toEqual(['A', 'B']);
});

it('an answer at the end with 200,000 analyses is read without a stack overflow', () => {
  const lines = ['1. 甲', '2. 乙', '参考答案', '1. 先断电', '2. 再验电', `后${'【解析】a'.repeat(200_000)}`];
  const { questions } = readQuestionsFromParagraphs(lines.map(paragraph));
  expect(questions.map(({ draft }) => draft.reference?.slice(0, 3))).toEqual(['先断电', '再验电']);
});

it('fields that are never closed are read in linear time', async () => {
  const of = (field: string) => (size: number) =>
    simplifyWordXml(`<w:p>${`<w:r>${field}</w:r>${createTextRun('字')}`.repeat(size)}</w:p>`, {
      numbered: (properties) => properties,
      hasPart: () => true,
    });
  const begin = '<w:fldChar w:fldCharType="begin"/>';
  await expectLinear(1_500, of(`${begin}<w:fldChar w:fldCharType="separate"/>`));
  // The outer Word field is never closed. Its result contains an inner field; after that one has ended, the text of the paragraph must still be read.
  const nested = `${begin}<w:instrText>REF</w:instrText><w:fldChar w:fldCharType="separate"/>${begin}<w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="end"/>`;
  expect(of(nested)(1).xml).toContain('字');
});

it.each([
  ['lowerRoman', '4', 'iv.'],
  ['upperRoman', '4999', 'MMMMCMXCIX.'],
  ['upperRoman', '999999999999', '999999999999.'],
  ['upperRoman', '1'.padEnd(400, '0'), 'Infinity.'],
  ['lowerLetter', '0', '0.'],
  ['upperLetter', '1'.padEnd(400, '0'), 'Infinity.'],
  ['upperLetter', '3', 'C.'],
])('a Word list in %s gets a label for any start number (%#)', (format, start, label) => {
  const numbering = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
  const number = createWordNumberer(numbering, '');
  expect(number('<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>')).toContain(`>${label} <`);
});
