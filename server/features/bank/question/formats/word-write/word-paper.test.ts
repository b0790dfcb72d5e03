import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import mammoth from 'mammoth';
import { describe, expect, it } from 'vitest';
import { questionBody, type QuestionBody } from '../../../../../../sync/contract/bank/question.ts';
import { sampleQuestion } from '../../../../../../tests/fixtures/questions/sample-question.ts';
import { sanitiseStoredHtml } from '../../../../../rich-text/sanitise-html.ts';
import { wordExtraPart } from '../word/word-extra-part.ts';
import { type PaperDocument, writePaper } from './word-paper.ts';
import { parseXml } from '../xml-tree.ts';
import { validateBytes } from '../../../../../../tests/fixtures/questions/row-digest.ts';

const png = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==', 'base64'),
);
const url = `/uploads/${'ab'.repeat(16)}.png`;
const pictures = new Map([[url, { bytes: png, mime: 'image/png' }]]);
const plain = { analysis: '密解', difficulty: 1 as const, category: '密类', source: '', material: '' };
const choice = (type: 1 | 2, stem: string, options: string[], rightIds: string[], more = {}): QuestionBody =>
  questionBody.parse({
    ...plain,
    ...more,
    type,
    stem,
    options: options.map((html, at) => ({ id: 'ABCDEFGH'[at], html })),
    key: { kind: 'choice', right: rightIds },
  });
const material = '<p>某车间停电检修。</p>';
const sections: PaperDocument['sections'] = [
  {
    title: '一、单选题',
    pointsEach: 2,
    questions: [
      choice(1, '电流 $I=\\frac{U}{R}$ 的单位是', ['安', '伏', '欧', '瓦'], ['A']),
      choice(1, `看图 <img src="${url}" alt="图">，先做（　　）`, ['停电后用验电器验明确无电压', '直接接地', '挂牌', '装遮栏'], ['A'], {
        material,
      }),
      choice(1, '再做（　　）', ['接地', '验电'], ['B'], { material }),
    ],
  },
  { title: '第二部分', pointsEach: 3, questions: [choice(2, '要戴（　　）', ['手套', '帽子', '戒指'], ['A', 'B'])] },
  {
    title: '三、判断题',
    pointsEach: 1,
    questions: [
      questionBody.parse({
        ...plain,
        type: 3,
        stem: '停电后应验电。',
        options: [
          { id: 'T', html: '正确' },
          { id: 'F', html: '错误' },
        ],
        key: { kind: 'choice', right: ['T'] },
      }),
    ],
  },
  {
    title: '四、填空题',
    pointsEach: 1,
    questions: [
      questionBody.parse({
        ...plain,
        type: 4,
        stem: '电压 <span data-blank="1"></span> V',
        options: [],
        key: { kind: 'blanks', blanks: [{ mode: 'text', anyOf: ['密220'], ignoreCase: true, ignoreWidth: true }] },
      }),
    ],
  },
  {
    title: '五、实操题',
    pointsEach: 10,
    questions: [
      questionBody.parse({
        ...plain,
        type: 6,
        stem: '测量三相电压。',
        options: [],
        key: { kind: 'rubric', reference: '密考', items: [{ text: '密点', points: 10 }], veto: ['密否'] },
      }),
    ],
  },
];
const paper = (keys: boolean): PaperDocument => ({
  school: '城东技工学校',
  name: '电工中级 2026',
  variant: 'B',
  minutes: 90,
  totalPoints: 22,
  passPoints: 14,
  keys,
  language: 'zh-CN',
  sections,
});
const questions = sections.flatMap((section) => section.questions);
const judge = (bytes: Uint8Array) => validateBytes('a.docx', bytes);
const same = (question: QuestionBody | undefined, stored = url): unknown =>
  question &&
  JSON.parse(JSON.stringify(question).replaceAll(stored, url), (name, value: unknown) =>
    name === 'html' || name === 'stem' || name === 'material' || name === 'analysis' || name === 'reference'
      ? sanitiseStoredHtml(String(value)).trim()
      : value,
  );

describe('writePaper', () => {
  it('writes the head, the sections with points, material once, pictures, and formulas of Word', async () => {
    const files = unzipSync(writePaper(paper(false), pictures));
    for (const [name, content] of Object.entries(files)) if (/\.(?:xml|rels)$/.test(name)) parseXml(strFromU8(content));
    const { value, messages } = await mammoth.extractRawText({ buffer: Buffer.from(zipSync(files)) });
    expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
    const lines = value.split(/\n+/).filter((line) => line !== '');
    expect(lines.slice(0, 4)).toEqual([
      '城东技工学校',
      '电工中级 2026（B 卷）',
      '考试时间：90 分钟　满分：22 分　合格：14 分',
      expect.stringContaining('姓名：'),
    ]);
    expect(lines.filter((line) => /^[一二三四五第].*分/.test(line))).toEqual([
      '一、单选题（第 1～3 题，每题 2 分，共 6 分）',
      '第二部分（第 4 题，每题 3 分，共 3 分）',
      '三、判断题（第 5 题，每题 1 分，共 1 分）',
      '四、填空题（第 6 题，每题 1 分，共 1 分）',
      '五、实操题（第 7 题，每题 10 分，共 10 分）',
    ]);
    expect(lines.filter((line) => line.startsWith('阅读'))).toEqual(['阅读下面的材料，回答 2～3 题。']);
    expect(value.match(/某车间停电检修/g)).toHaveLength(1);
    expect(value).toMatch(/A\. 安\tB\. 伏\tC\. 欧\tD\. 瓦/);
    const document = strFromU8(files['word/document.xml'] ?? new Uint8Array());
    expect(document).toContain('<m:f>');
    expect(document).toContain('停电后应验电。（　　）');
    expect(files[`word/media/${'ab'.repeat(16)}.png`]).toEqual(png);
    const { value: html } = await mammoth.convertToHtml({ buffer: Buffer.from(zipSync(files)) });
    expect(html).toContain(`data:image/png;base64,${Buffer.from(png).toString('base64')}`);
  });

  it('writes no part of a key into a file without answers', () => {
    const files = unzipSync(writePaper(paper(false), pictures));
    expect(Object.keys(files)).not.toContain(wordExtraPart);
    const packageText = Object.values(files)
      .map((file) => strFromU8(file))
      .join('\n');
    expect(packageText).not.toMatch(/密|答案|解析|wenkao/);
    // In a file without answers nothing may depend on the keys: with other keys, the file is identical byte for byte.
    const other = paper(false).sections.map((section) => ({
      ...section,
      questions: section.questions.map((question) =>
        question.key.kind === 'choice' && question.type === 1
          ? { ...question, key: { kind: 'choice' as const, right: ['B'] }, analysis: '' }
          : question,
      ),
    }));
    expect(unzipSync(writePaper({ ...paper(false), sections: other }, pictures))).toEqual(files);
  });

  it('writes a file with answers that our import reads back, also without its embedded data', async () => {
    const bytes = writePaper(paper(true), pictures);
    const read = await judge(bytes);
    const [stored] = [...read.pictures.keys()];
    expect(read.rows.map((row) => same(row.question, stored))).toEqual(questions.map((question) => same(question)));
    const { [wordExtraPart]: _told, ...rest } = unzipSync(bytes);
    const changed = await judge(zipSync(rest));
    expect(changed.rows.flatMap((row) => row.faults)).toEqual([]);
    const pickFields = ({ type, key, options, analysis }: QuestionBody) => ({
      type,
      key,
      analysis,
      options: options.map(({ html }) => html),
    });
    expect(changed.rows.map((row) => row.question && pickFields(row.question))).toEqual(questions.map(pickFields));
    expect(changed.rows.map((row) => (row.question?.material ?? '') !== '')).toEqual(questions.map((question) => question.material !== ''));
    expect(changed.notes.map((note) => note.en).filter((note) => note.includes('城东技工学校'))).toHaveLength(1);
  });

  it('writes embedded data that our import ignores once the document was changed', async () => {
    const files = unzipSync(writePaper(paper(true), pictures));
    const changed = strFromU8(files['word/document.xml'] ?? new Uint8Array()).replace('停电后应验电', '停电后应放电');
    const { rows } = await judge(zipSync({ ...files, 'word/document.xml': strToU8(changed) }));
    expect(rows.map((row) => row.question?.stem)).toContain('停电后应放电。');
  });

  it('writes any questions so that mammoth reports no error and our import reads them back', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sampleQuestion, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('zh-CN' as const, 'en' as const),
        async (questions, language) => {
          const document = { ...paper(true), language, sections: [{ title: '一、题', pointsEach: 1, questions }] };
          const bytes = writePaper(document, pictures);
          const { messages } = await mammoth.extractRawText({ buffer: Buffer.from(writePaper({ ...document, keys: false }, pictures)) });
          expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
          const read = await judge(bytes);
          expect(read.rows.map((row) => same(row.question, [...read.pictures.keys()][0]))).toEqual(
            questions.map((question) => same(question)),
          );
        },
      ),
      { numRuns: 30 },
    );
  });
});
