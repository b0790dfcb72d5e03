import { expect, test } from 'vitest';
import { categoryOf, readQuestionFile } from './question-file.ts';

test('a UTF-8 file is read as such', async () => {
  const file = new File([new TextEncoder().encode('{"question":"题"}')], 'a.jsonl');
  expect(await readQuestionFile(file)).toEqual({ name: 'a.jsonl', text: '{"question":"题"}', encoding: 'utf-8' });
});

test('a file from Chinese Windows is read as GB18030 and says so', async () => {
  const file = new File([new Uint8Array([0xcc, 0xe2])], 'b.jsonl');
  expect(await readQuestionFile(file)).toEqual({ name: 'b.jsonl', text: '题', encoding: 'gb18030' });
});

test('the category is the file name without its extension, short enough for the call', () => {
  expect(categoryOf('gaokao-physics.jsonl')).toBe('gaokao-physics');
  expect(categoryOf(`${'长'.repeat(80)}.jsonl`)).toHaveLength(60);
});
