import { expect, test } from 'vitest';
import { maxQuestionFileBytes } from '../../../../sync/contract/bank/question-file.ts';
import { toCategoryName, readChosenFile } from './question-file.ts';
import { decodeFile } from '../../../ui/form/decode-file.ts';

test('a file travels as base64 and comes back the same', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
  const file = await readChosenFile(new File([bytes], 'a.xlsx'));
  if (typeof file === 'string') throw new Error(file);
  expect(file).toMatchObject({ name: 'a.xlsx', sizeBytes: 70_000 });
  expect(new Uint8Array(await decodeFile({ content: file.content, mime: 'text/plain' }).arrayBuffer())).toEqual(bytes);
});

test('a file larger than the call takes, or of nothing, is not read', async () => {
  expect(await readChosenFile({ name: 'a', size: maxQuestionFileBytes + 1 } as File)).toBe('tooBig');
  expect(await readChosenFile(new File([], 'a.xlsx'))).toBe('emptyFile');
});

test('the category is the file name without its extension, short enough for the call', () => {
  expect(toCategoryName('gaokao-physics.jsonl')).toBe('gaokao-physics');
  expect(toCategoryName(`${'长'.repeat(80)}.jsonl`)).toHaveLength(60);
});
