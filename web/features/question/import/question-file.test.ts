import { expect, test } from 'vitest';
import { maxQuestionFileBytes } from '../../../../sync/contract/bank/question-file.ts';
import { toCategoryName, readChosenFile } from './question-file.ts';
import { decodeFile } from '../../../ui/form/decode-file.ts';

test('readChosenFile encodes a file as base64, and decodeFile restores it', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
  const file = await readChosenFile(new File([bytes], 'a.xlsx'));
  if (typeof file === 'string') throw new Error(file);
  expect(file).toMatchObject({ name: 'a.xlsx', sizeBytes: 70_000 });
  expect(new Uint8Array(await decodeFile({ content: file.content, mime: 'text/plain' }).arrayBuffer())).toEqual(bytes);
});

test('readChosenFile refuses a file that is empty or too large for the call', async () => {
  expect(await readChosenFile({ name: 'a', size: maxQuestionFileBytes + 1 } as File)).toBe('tooBig');
  expect(await readChosenFile(new File([], 'a.xlsx'))).toBe('emptyFile');
});

test('toCategoryName drops the file extension, and shortens the name for the call', () => {
  expect(toCategoryName('gaokao-physics.jsonl')).toBe('gaokao-physics');
  expect(toCategoryName(`${'长'.repeat(80)}.jsonl`)).toHaveLength(60);
});
