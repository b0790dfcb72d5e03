import type { WordQuery } from './engine-words.ts';
import { bareText, partsOf, runsOf, signsOf } from './keyword-grams.ts';

/**
 * What the index of words holds of a question: every run of one to three characters of its text, and all that a list is filtered by, as
 * marks. Each word begins with its bank, so that banks of a thousand schools don't lengthen each other's lists. "§" is a sign, and
 * no text's run has signs: whatever is typed, it never hits a mark.
 */
export interface Marked {
  /** Null: the certified bank. */
  readonly school_id: number | null;
  readonly type: number;
  readonly status: number;
  readonly difficulty: number;
  readonly uniformity: number;
  readonly prof_id: number | null;
  readonly level: number | null;
  readonly category: string;
  readonly point_code: string;
  /** JSON list. */
  readonly tags: string;
  readonly plain: string;
}

/** What a list asks for; `category` and `pointCode` with what stands below. */
export interface WordFilter {
  readonly type?: number | undefined;
  readonly status?: number | undefined;
  readonly difficulty?: number | undefined;
  readonly uniformity?: number | undefined;
  readonly level?: number | undefined;
  readonly profId?: number | undefined;
  /** Any of these; `hidden`: all the others that the bank has, where they are fewer. */
  readonly professions?: { readonly seen: readonly number[]; readonly hidden?: readonly number[] | undefined } | undefined;
  readonly category?: string | undefined;
  readonly pointCode?: string | undefined;
  /** All of these. */
  readonly tags?: readonly string[] | undefined;
  readonly keyword?: string | undefined;
}

/** The tokenizer parts words at ASCII signs, and knows no capitals. */
const spelled = (value: string | number): string =>
  String(value).replaceAll(/[^a-z0-9\u{80}-\u{10ffff}]|§/gu, (sign) => `§${sign.codePointAt(0)?.toString(16)}§`);
const mark = (name: string, value: string | number): string => `§${name}§${spelled(value)}`;
/** "a/b/c" → "a", "a/b", "a/b/c". */
const pathsOf = (path: string, by: string): string[] => path.split(by).map((_, at, steps) => steps.slice(0, at + 1).join(by));
const bankWord = (schoolId: number | null): string => `${schoolId ?? 0}§`;
const anyProfession = mark('prof', '');

export function questionWords(row: Marked): string {
  const bank = bankWord(row.school_id);
  const marks = [
    mark('type', row.type),
    mark('status', row.status),
    mark('grade', row.difficulty),
    mark('uniform', row.uniformity),
    ...(row.prof_id === null ? [] : [anyProfession, mark('prof', row.prof_id)]),
    ...(row.level === null ? [] : [mark('level', row.level)]),
    ...pathsOf(row.category, '/').map((path) => mark('category', path)),
    ...(row.point_code === '' ? [] : pathsOf(row.point_code, '-').map((point) => mark('point', point))),
    ...(JSON.parse(row.tags) as string[]).map((tag) => mark('tag', tag)),
    ...signsOf(row.plain).map((sign) => mark('sign', sign)),
  ];
  const runs = runsOf(row.plain);
  return [...marks, ...(runs === '' ? [] : runs.split(' '))].map((word) => bank + word).join(' ');
}

const runLength = 3;
/** Of a longer word every third run, which leaves no character out: that they stand side by side only the text can tell (`longWords`). */
const manyRuns = 4;

function runsAsked(word: string): string[] {
  const last = Math.max(0, word.length - runLength);
  const step = last < manyRuns ? 1 : runLength;
  const runs: string[] = [];
  for (let at = 0; at < last; at += step) runs.push(word.slice(at, at + runLength));
  return [...runs, word.slice(last)];
}

/** The words of a keyword that no single run of the index is: what is found by their runs may have them apart from each other. */
export const longWords = (keyword: string): string[] =>
  partsOf(keyword)
    .map(bareText)
    .filter((word) => word.length > runLength);

/** Does the text have each of them, whole? */
export function holdsAll(plain: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = bareText(plain);
  return words.every((word) => text.includes(word));
}

/**
 * The words that a filter asks of a bank, keyword included; undefined: it asks nothing. Longer words of the keyword are found by
 * their runs, wherever each of them stands.
 */
export function questionQuery(schoolId: number | null, filter: WordFilter): WordQuery | undefined {
  const { keyword = '', category, pointCode, tags = [], professions } = filter;
  const keywords = [
    ...partsOf(keyword).flatMap((word) => {
      const bare = bareText(word);
      return bare === '' ? [] : runsAsked(bare);
    }),
    ...signsOf(keyword).map((sign) => mark('sign', sign)),
  ];
  // What no index has a word for (a character of a font's own) stands in no question, and isn't every one's.
  if (keywords.length === 0 && keyword.trim() !== '') keywords.push(mark('unknown', ''));
  const words = [
    ...keywords,
    ...(
      [
        ['type', filter.type],
        ['status', filter.status],
        ['grade', filter.difficulty],
        ['uniform', filter.uniformity],
        ['level', filter.level],
        ['prof', filter.profId],
        ['category', category],
        ['point', pointCode],
      ] as const
    ).flatMap(([name, value]) => (value === undefined ? [] : [mark(name, value)])),
    ...tags.map((tag) => mark('tag', tag)),
  ];
  const inBank = (marks: readonly string[]): string[] => [...new Set(marks)].map((each) => bankWord(schoolId) + each);
  const marksOf = (ids: readonly number[] = []): string[] => inBank(ids.map((id) => mark('prof', id)));
  const these = marksOf(professions?.seen);
  // Whoever has any profession has one of these, or of the others.
  if (professions?.hidden)
    return { all: inBank([...words, anyProfession]), any: [], none: [], kind: { these, others: marksOf(professions.hidden) } };
  if (words.length === 0 && professions === undefined) return undefined;
  return { all: inBank(words), any: these, none: [] };
}

/** Columns the words are made of, in the order the SQL function of migration 0032 is given them. */
export const markedColumns = [
  'school_id',
  'type',
  'status',
  'difficulty',
  'uniformity',
  'prof_id',
  'level',
  'category',
  'point_code',
  'tags',
  'plain',
] as const;

/** `questionWords` as SQL calls it. */
export const markedWords = (...values: readonly unknown[]): string =>
  questionWords(Object.fromEntries(markedColumns.map((column, at) => [column, values[at]])) as unknown as Marked);
