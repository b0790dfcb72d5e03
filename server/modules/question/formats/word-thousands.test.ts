import { expect, it } from 'vitest';
import { document, p } from '../../../../tests/fixtures/questions/word-document.ts';
import { judgeFile } from './file-judge.ts';

it('two thousand questions of one paper are read, each with its number and its key', { timeout: 60_000 }, async () => {
  const lines = Array.from({ length: 2000 }, (_, at) => [
    p(`${at + 1}、20${at % 100}年第 ${at} 号规程规定，停电检修的第 ${at} 步是（  ）`),
    p(`A. 验电${at}  B. 接地${at}  C. 挂牌${at}  D. 装设遮栏${at}`),
    p(`答案：${'ABCD'[at % 4] ?? 'A'}`),
    p('解析：见规程。'),
  ]);
  const { rows } = await judgeFile({
    name: 'a.docx',
    bytes: document(lines.flat().join('')),
    category: '',
    fixes: new Map(),
    drop: new Set(),
  });
  expect(rows.filter((row) => row.question !== undefined)).toHaveLength(2000);
  expect(rows.map((row) => row.draft.answer).join('')).toBe('ABCD'.repeat(500));
});
