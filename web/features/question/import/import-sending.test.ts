import { expect, test } from 'vitest';
import { type ImportCorrections, noCorrections } from './import-rows.ts';
import { hasSentAllCorrections, createNextRequest } from './import-sending.ts';

const input = { fileName: '电工.xlsx', content: 'eA==', category: '', mode: 'good', skipDuplicates: true } as const;
const later: ImportCorrections = { corrected: new Map(), drop: new Set([3]) };

test('an import without an answer is repeated unchanged', () => {
  const first = createNextRequest(null, input, noCorrections);
  const secondRequest = createNextRequest(first, { ...input, mode: 'all' }, later);
  expect(secondRequest.input).toEqual(first.input);
  // Changes made after sending are not included; they stay on this PC.
  expect(hasSentAllCorrections(secondRequest, later)).toBe(false);
  expect(hasSentAllCorrections(secondRequest, noCorrections)).toBe(true);
});

test('a new import sends the present corrections once the first import is known not to have begun', () => {
  const other = createNextRequest(null, { ...input, mode: 'all' }, later);
  expect(other.input).toMatchObject({ mode: 'all', drop: [3] });
  expect(hasSentAllCorrections(other, later)).toBe(true);
});
