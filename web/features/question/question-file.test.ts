import { expect, test } from 'vitest';
import { questionFileMaxBytes } from '../../../sync/contract/question-file.ts';
import { categoryOf, readQuestionFile } from './question-file.ts';
import { fileOf } from '../../ui/file-of.ts';

test('a file travels as base64 and comes back the same', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
  const file = await readQuestionFile(new File([bytes], 'a.xlsx'));
  if (typeof file === 'string') throw new Error(file);
  expect(file).toMatchObject({ name: 'a.xlsx', sizeBytes: 70_000 });
  expect(new Uint8Array(await fileOf({ content: file.content, mime: 'text/plain' }).arrayBuffer())).toEqual(bytes);
});

test('a file larger than the call takes, or of nothing, is not read', async () => {
  expect(await readQuestionFile({ name: 'a', size: questionFileMaxBytes + 1 } as File)).toBe('tooBig');
  expect(await readQuestionFile(new File([], 'a.xlsx'))).toBe('emptyFile');
});

test('the category is the file name without its extension, short enough for the call', () => {
  expect(categoryOf('gaokao-physics.jsonl')).toBe('gaokao-physics');
  expect(categoryOf(`${'长'.repeat(80)}.jsonl`)).toHaveLength(60);
});
