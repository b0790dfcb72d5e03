import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { createWordDocument, createParagraph, createTextRun } from '../../../../../tests/fixtures/questions/word-document.ts';
import { validateFile } from './file-validation.ts';
import { escapeXml } from './xml-tree.ts';

/** Tokens that patterns start with, end with or repeat. A text made of one token is the worst case for a pattern that backtracks. */
const tokens = [
  ...' \t\u3000()（）[]{}<>=~#%$&`*_\\|/:：;；.,"\'\n1Aa√'.split(''),
  'A. ',
  ' B. ',
  '(A)',
  '（ ',
  '答案：',
  '【答案】',
  '解析',
  '<p',
  '</p>',
  '<img ',
  '<img src="',
  '<br>',
  '&lt;',
  '&#',
  '&nbsp;',

  '\\(',
  '\\)',
  '\\[',
  '\\$',
  '$$',
  '**a',
  '__a ',
  '::',
  '//',
  '->',
  '{=',
  '{1:SA:',
  '{1:SA:=a',
  '=a\n\n',
  '{\n\n=',
  '~%50%',
  '1-2 A',
  '1. ',
  '",',
  '""',
  '<!--StartFragment-->',
  '<td><p>',
  '<b><i>',
  '[a]',
];
const choices = (stem: string): string =>
  `<prompt>${stem}</prompt><simpleChoice identifier="A">${stem}</simpleChoice><simpleChoice identifier="B">b</simpleChoice>`;
const cell = (at: string, words: string): string => `<c r="${at}" t="inlineStr"><is><t>${escapeXml(words)}</t></is></c>`;
const sheet = (...rows: readonly (readonly string[])[]): string =>
  `<worksheet><sheetData>${rows.map((cells, row) => `<row r="${row + 1}">${cells.map((words, at) => cell(`${'ABCDEFGH'[at]}${row + 1}`, words)).join('')}</row>`).join('')}</sheetData></worksheet>`;

/** Files of each format with the given text at every place that may hold text. */
const files: Readonly<Record<string, (worst: string) => { name: string; bytes: Uint8Array }>> = {
  gift: (worst) => ({ name: 'a.gift', bytes: strToU8(`::a::b {=${worst.replaceAll('\n\n', '\n')}}\n\n${worst}`) }),
  moodle: (worst) => ({
    name: 'a.xml',
    bytes: strToU8(
      `<quiz>${['cloze', 'shortanswer', 'numerical', 'essay'].map((type) => `<question type="${type}"><questiontext format="${type === 'essay' ? 'markdown' : 'html'}"><text>${escapeXml(worst)}</text></questiontext><answer fraction="100"><text>${escapeXml(worst)}</text></answer></question>`).join('')}</quiz>`,
    ),
  }),
  qti: (worst) => ({
    name: 'a.xml',
    bytes: strToU8(
      `<assessmentItem identifier="x" title="t"><itemBody><div>${escapeXml(worst)}</div><choiceInteraction responseIdentifier="R">${choices(escapeXml(worst))}</choiceInteraction>${'<br/>'.repeat(worst.length / 10)}x</itemBody></assessmentItem>`,
    ),
  }),
  qti12: (worst) => ({
    name: 'a.xml',
    bytes: strToU8(
      `<questestinterop>${['multiple_choice_question', 'fill_in_multiple_blanks_question', 'short_answer_question', 'numerical_question']
        .map(
          (type) =>
            `<item ident="a" title="${escapeXml(worst)}"><itemmetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></itemmetadata><presentation><material><mattext texttype="text/html">${escapeXml(worst)}</mattext></material><response_lid ident="r">${['1', '2'].map((id) => `<response_label ident="${id}"><material><mattext texttype="text/html">${id}${escapeXml(worst)}</mattext></material></response_label>`).join('')}</response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">${type.startsWith('multiple') ? '1' : escapeXml(worst)}</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing><itemfeedback><material><mattext>${escapeXml(worst)}</mattext></material></itemfeedback></item>`,
        )
        .join('')}</questestinterop>`,
    ),
  }),
  csv: (worst) => ({
    name: 'a.csv',
    bytes: strToU8(`题型,题干,选项A,选项B,答案,${worst.replaceAll('\n', ' ')}\n单选题,${worst},"${worst}",乙,A\n"${worst}`),
  }),
  pasted: (worst) => ({ name: 'a.html', bytes: strToU8(`<p>1. ${worst}</p><p>A. 甲</p><p>B. ${worst}</p><p>答案：A</p>${worst}`) }),
  plain: (worst) => ({ name: 'a.txt', bytes: strToU8(`1. 题（ ）\nA. 甲\nB. 乙\n答案：A\n${worst}`) }),
  jsonl: (worst) => ({
    name: 'a.jsonl',
    bytes: strToU8(
      [
        { question: worst, options: [`(A)${worst}`, '(B)b'], label: 'A', analysis: worst },
        { type: 'fillIn', question: `${worst}____`, blanks: [{ anyOf: [worst] }] },
      ]
        .map((row) => JSON.stringify(row))
        .join('\n'),
    ),
  }),
  word: (worst) => ({
    name: 'a.docx',
    bytes: createWordDocument(
      ['1. ____', '', 'A. ', '答案：', '评分点：(2)', '2. 乙', '参考答案', '']
        .map((before) => createParagraph(createTextRun(escapeXml(before + (before === '参考答案' ? '' : worst)))))
        .join(''),
    ),
  }),
  excel: (worst) => ({
    name: 'a.xlsx',
    bytes: zipSync({
      'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="s" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'),
      'xl/worksheets/sheet1.xml': strToU8(
        sheet(
          ['题型', '题干', '选项A', '选项B', '答案', '评分点', '标签', '分类'],
          ['填空题', worst, '', '', worst, '', worst, worst],
          ['单选题', worst, worst, '乙', worst, '', '', ''],
          ['问答题', worst, '', '', '', worst, '', ''],
        ),
      ),
    }),
  }),
};

/** Returns the milliseconds of processor time, which a busy machine does not distort. */
async function cpuOf(file: { name: string; bytes: Uint8Array }): Promise<number> {
  const before = process.cpuUsage();
  await validateFile({ ...file, category: '', fixes: new Map(), drop: new Set(), bankId: 1 }).catch(() => undefined);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
const filled = (token: string, size: number): string => `${token.repeat(Math.ceil(size / token.length))}x`;
const [small, large] = [3_000, 30_000];

it.each(Object.entries(files))(
  'the %s reader takes about ten times the time for a worst-case text ten times as long',
  async (_, make) => {
    const plain = (size: number) => make(filled('停电后应先验电，再接地线。', size));
    // The first run of code is slow, so it is not measured.
    await cpuOf(plain(small));
    const yardstick = Math.max(await cpuOf(plain(small)), (await cpuOf(plain(large))) / (large / small), 4);
    const token = fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 2 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(token, fc.constantFrom('', '$', '{', '<p '), async (worst, before) => {
        const least = await cpuOf(make(before + filled(worst, small)));
        const most = await cpuOf(make(before + filled(worst, large)));
        // The text has grown tenfold. A quadratic pattern would take a hundred times as long, that is seconds.
        expect(most, JSON.stringify(before + worst)).toBeLessThan((large / small) * 6 * Math.max(least, yardstick));
      }),
      { numRuns: 5, seed: 20_260, endOnFailure: true },
    );
  },
  120_000,
);
