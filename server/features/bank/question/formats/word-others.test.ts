import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import mammoth from 'mammoth';
import { expect, it } from 'vitest';
import { sectionType } from '../../../../../sync/contract/codes.ts';
import { questionBody, type QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import { sampleQuestion } from '../../../../../tests/fixtures/questions/sample-question.ts';
import { toOmml } from './word-write/omml-write.ts';
import { wordExtraPart } from './word/word-extra-part.ts';
import { writeWordDocument } from './word-write/word-write.ts';
import { parseXml } from './xml-tree.ts';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

const plain = { analysis: '因为 $\\frac{U}{R}$。', difficulty: 1 as const, category: '电工', source: '', material: '' };
const questions: QuestionBody[] = [
  {
    ...plain,
    type: sectionType.single,
    stem: '电流 $I=\\frac{U}{R}$ 的单位是（　　）',
    options: ['安<sub>1</sub>', '伏'].map((html, at) => ({ id: 'AB'[at] ?? '', html })),
    key: { kind: 'choice' as const, right: ['A'] },
  },
  {
    ...plain,
    type: sectionType.single,
    material: '<p>某车间停电检修。</p>',
    stem: '先做（　　）',
    options: ['验电', '接地'].map((html, at) => ({ id: 'AB'[at] ?? '', html })),
    key: { kind: 'choice' as const, right: ['B'] },
  },
  {
    ...plain,
    type: sectionType.judgement,
    stem: '停电后应验电。',
    options: [
      { id: 'T', html: '正确' },
      { id: 'F', html: '错误' },
    ],
    key: { kind: 'choice' as const, right: ['T'] },
  },
  {
    ...plain,
    type: sectionType.fillIn,
    stem: '电压 <span data-blank="1"></span> V',
    options: [],
    key: { kind: 'blanks' as const, blanks: [{ mode: 'text' as const, anyOf: ['220'], ignoreCase: true, ignoreWidth: true }] },
  },
  {
    ...plain,
    type: sectionType.questionAnswer,
    stem: '简述急救。',
    options: [],
    key: { kind: 'rubric' as const, reference: '断电。', items: [], veto: [] },
  },
].map((each) => questionBody.parse(each));

it('a Word export without its embedded data is read by its text alone', async () => {
  const { [wordExtraPart]: _told, ...rest } = unzipSync(writeWordDocument(questions, new Map()));
  const { rows } = await validateBytes('a.docx', zipSync(rest));
  expect(rows.flatMap((row) => row.faults)).toEqual([]);
  const pickFields = ({ type, key, category, difficulty, options, stem, analysis, material }: QuestionBody) => ({
    type,
    key,
    category,
    difficulty,
    analysis,
    stem,
    options: options.map((option) => option.html),
    hasMaterial: material !== '',
  });
  expect(rows.map((row) => row.question && pickFields(row.question))).toEqual(questions.map(pickFields));
});

it('mammoth reads every question of a Word export', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sampleQuestion, { minLength: 1, maxLength: 3 }), async (questions) => {
      const bytes = writeWordDocument(questions, new Map());
      const files = unzipSync(bytes);
      for (const [name, content] of Object.entries(files)) if (/\.(?:xml|rels)$/.test(name)) parseXml(strFromU8(content));
      const { value, messages } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
      expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
      expect(value.match(/^\d+\. /gm)?.length ?? 0).toBeGreaterThanOrEqual(questions.length);
    }),
    { numRuns: 30, seed: 17 },
  );
});

it('toOmml converts LaTeX to Word formulas, and refuses malformed LaTeX', () => {
  expect(toOmml('\\frac{1}{2}', false)).toContain('<m:f>');
  expect(toOmml('x^2', false)).toContain('<m:sSup>');
  expect(toOmml('\\sqrt[3]{x_1}', false)).toMatch(/<m:rad><m:deg>.*<m:sSub>/);
  expect(toOmml('\\sum_{i=1}^n i', true)).toMatch(/^<m:oMathPara>.*<m:nary>/);
  expect(toOmml('\\frac{', false)).toBeUndefined();
});

it('the embedded data of a Word export is ignored once the document was changed', async () => {
  const files = unzipSync(writeWordDocument(questions, new Map()));
  const changed = strFromU8(files['word/document.xml'] ?? new Uint8Array()).replace('停电后应验电', '停电后应放电');
  const bytes = zipSync({ ...files, 'word/document.xml': strToU8(changed) });
  const { rows } = await validateBytes('a.docx', bytes);
  expect(rows.map((row) => row.question?.stem)).toContain('停电后应放电。');
});
