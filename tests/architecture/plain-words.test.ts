import { describe, expect, it } from 'vitest';
import { extractComments, listOutdatedNames, checkPlainWords, findUnclearReason } from './plain-words.ts';

const source = (...lines: string[]): string => lines.join('\n');

describe('extractComments', () => {
  it('returns block comments and line comments, adjacent lines joined', () => {
    const text = source(
      '/** Adds a row. */',
      'const a = 1; // not on its own line',
      '',
      '  // Reads the',
      '  // newest row.',
      '/*',
      ' * Ends it.',
      ' */',
    );
    expect(extractComments(text)).toEqual([
      { line: 1, text: 'Adds a row.' },
      { line: 4, text: 'Reads the newest row.' },
      { line: 6, text: 'Ends it.' },
    ]);
  });

  it('leaves out directives and single words', () => {
    expect(extractComments(source('// oxlint-disable-next-line no-console', '', '/** Rows. */', '', '// @ts-expect-error a test'))).toEqual(
      [],
    );
  });
});

describe('findUnclearReason', () => {
  it.each([
    ['Rows of it. What the caller sees.', 'begins with "What"'],
    ['Rejects what was sent twice.', 'says "what was"'],
    ['Sends the row to whoever asks.', 'says "whoever"'],
    [`Adds ${'one and '.repeat(16)}two.`, 'a sentence of more than 32 words'],
  ])('flags: %s', (comment, reason) => expect(findUnclearReason(comment)).toBe(reason));

  it.each(['Appends a batch and returns the new head.', 'Total of the rows. Always above 0.', 'Reads toOffset of Whatsapp.'])(
    'accepts: %s',
    (comment) => expect(findUnclearReason(comment)).toBeUndefined(),
  );
});

it('listOutdatedNames flags exported names with an outdated word, but not longer words that contain it', () => {
  const text = source('export const rowKept = 1;', 'const told = 2;', 'export function desktopSize() {}', 'export interface Said {}');
  expect(listOutdatedNames(text)).toEqual([
    { line: 1, text: 'rowKept' },
    { line: 4, text: 'Said' },
  ]);
});

describe('checkPlainWords', () => {
  const files = [
    { path: 'sync/a.ts', text: source('/** Adds a row. */', 'export const rowKept = 1;', '/** Whoever may read. */') },
    { path: 'docs/a.md', text: '// Whoever reads this page.' },
  ];

  it('reports nothing within its limits', () => expect(checkPlainWords(files, { commentShare: 0.5, names: 1 })).toEqual([]));

  it('names each flagged place if a limit is exceeded', () => {
    expect(checkPlainWords(files, { commentShare: 0.4, names: 0 })).toEqual([
      { rule: 'plain-comments', path: 'sync/a.ts', reason: 'line 3 begins with "Whoever": name the actor and the thing' },
      { rule: 'plain-names', path: 'sync/a.ts', reason: 'line 2: rowKept has an outdated word; use the standard term' },
    ]);
  });
});
