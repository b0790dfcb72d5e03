import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importedQuestionDraft } from '../../../../../sync/contract/bank/question-file.ts';
import { isAnswerRight } from '../../../../../sync/domain/papers/answer-judge.ts';
import { validateCorrectedRow } from './file-validation.ts';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

const judge = (name: string, content: string | Uint8Array) =>
  validateBytes(name, typeof content === 'string' ? new TextEncoder().encode(content) : content);
const workbook = new URL('../../../../../tests/fixtures/questions/faults/q-invisible.xlsx', import.meta.url);

it('keys copied from web pages and PDFs match typed answers, and the import reports removed characters', async () => {
  const { rows } = await judge('q-invisible.xlsx', new Uint8Array(readFileSync(workbook)));
  const typed = ['自锁', '220', '自锁', '马力', '用户', 'GB/T 7251-2013'];
  for (const [at, answer] of typed.entries()) {
    const key = rows[at]?.question?.key;
    expect(key && isAnswerRight(key, [answer]), answer).toBe(true);
  }
  expect(rows.slice(0, 6).map(({ warnings }) => warnings.map(({ field, reason }) => `${field} ${reason['zh-CN']}`))).toEqual([
    ['answer 已去除看不见的字符：U+200B'],
    ['answer 已去除看不见的字符：U+200E'],
    ['answer 已去除看不见的字符：U+00AD'],
    ['answer 已把部首符号换成汉字：⻢→马、⼒→力', expect.stringMatching(/^analysis /)],
    ['answer 已把部首符号换成汉字：⽤→用、⼾→户', expect.stringMatching(/^analysis /)],
    [],
  ]);
  expect(rows[6]?.faults.map(({ field, reason }) => [field, reason['zh-CN']])).toEqual([['options.1', '与选项 A 相同']]);
});

it('readers of every format remove invisible characters and report the removal', async () => {
  const files = {
    'a.gift': '自\u200b锁是什么？{=甲\u200b ~乙}',
    'b.xml':
      '<quiz><question type="shortanswer"><questiontext format="html"><text>&lt;p&gt;叫&amp;shy;什么&amp;#8203;&lt;/p&gt;</text></questiontext><answer fraction="100"><text>自\u00ad锁</text></answer></question></quiz>',
    'c.jsonl': JSON.stringify({ type: 'fillIn', question: '叫____', blanks: [['自\u200b锁']] }),
    'd.csv': '题型,题干,答\u200b案\n判断,先验\u200b电,对',
    'e.txt': '1. 先验\u200b电再接地。（  ）\n答\u200b案：对',
  };
  for (const [name, text] of Object.entries(files)) {
    const { rows, notes } = await judge(name, text);
    expect(rows[0]?.question, name).toBeDefined();
    expect(JSON.stringify([rows[0]?.question, rows[0]?.draft]), name).not.toMatch(/[\u00ad\u200b]|&shy;|&#8203;/);
    const remarks = [...notes, ...(rows[0]?.warnings ?? []).map(({ reason }) => reason)].map((reason) => reason['zh-CN']).join();
    expect(remarks, name).toMatch(/已去除看不见的字符：(?:U\+00AD、)?U\+200B/);
  }
});

it('a corrected row is cleaned like an imported row', () => {
  const draft = { type: 'fillIn', stem: '叫<span data-blank="1"></span>', answer: '自\u200b锁' };
  const { question } = validateCorrectedRow(1, importedQuestionDraft.parse(draft), { category: '', bankId: undefined });
  expect(question?.key).toMatchObject({ blanks: [{ anyOf: ['自锁'] }] });
});
