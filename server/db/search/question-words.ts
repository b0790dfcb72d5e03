import type { WordQuery } from '../dialect-functions.ts';
import { toBareText, splitKeyword, computeRuns, listSigns, mark } from './keyword-grams.ts';

/**
 * Builds the word index of questions: every run of one to three characters of the text, and a mark for each value that lists filter by.
 * Each word begins with its bank, so that the banks of a thousand schools do not lengthen each other's posting lists.
 * Marks contain "§". Runs never contain signs, so no typed keyword can match a mark.
 */
export interface QuestionIndexColumns {
  /** Bank of the question: the id of its school, or `certifiedBankId`. */
  readonly school_id: number;
  readonly type: number;
  readonly status: number;
  readonly difficulty: number;
  readonly uniformity: number;
  readonly prof_id: number | null;
  readonly level: number | null;
  readonly category: string;
  readonly point_code: string;
  /** Tags of the question, as a JSON list of strings. */
  readonly tags: string;
  readonly plain: string;
}

/** Filter of a question list; `category` and `pointCode` include everything below them. */
export interface QuestionWordFilter {
  readonly type?: number | undefined;
  readonly status?: number | undefined;
  readonly difficulty?: number | undefined;
  readonly uniformity?: number | undefined;
  readonly level?: number | undefined;
  readonly profId?: number | undefined;
  /** Matches questions of any profession in `seen`. `hidden`: all other professions of the bank, given if they are fewer. */
  readonly professions?: { readonly seen: readonly number[]; readonly hidden?: readonly number[] | undefined } | undefined;
  readonly category?: string | undefined;
  readonly pointCode?: string | undefined;
  /** A question must have all of these tags. */
  readonly tags?: readonly string[] | undefined;
  readonly keyword?: string | undefined;
}

/** Returns a path and all paths above: "a/b/c" → "a", "a/b", "a/b/c". */
const listPathPrefixes = (path: string, by: string): string[] => path.split(by).map((_, at, steps) => steps.slice(0, at + 1).join(by));
/** Filters for which PostgreSQL's word index table has a column, with the name of the mark that expresses the same. */
const questionFacets = [
  { column: 'type', name: 'type' },
  { column: 'status', name: 'status' },
  { column: 'difficulty', name: 'grade' },
  { column: 'level', name: 'level' },
] as const;
const buildBankPrefix = (bankId: number): string => `${bankId}§`;
const anyProfession = mark('prof', '');

/** Returns the index words of a question, separated by spaces. */
export function buildQuestionWords(row: QuestionIndexColumns): string {
  const bank = buildBankPrefix(row.school_id);
  const marks = [
    mark('type', row.type),
    mark('status', row.status),
    mark('grade', row.difficulty),
    mark('uniform', row.uniformity),
    ...(row.prof_id === null ? [] : [anyProfession, mark('prof', row.prof_id)]),
    ...(row.level === null ? [] : [mark('level', row.level)]),
    ...listPathPrefixes(row.category, '/').map((path) => mark('category', path)),
    ...(row.point_code === '' ? [] : listPathPrefixes(row.point_code, '-').map((point) => mark('point', point))),
    ...(JSON.parse(row.tags) as string[]).map((tag) => mark('tag', tag)),
    ...listSigns(row.plain).map((sign) => mark('sign', sign)),
  ];
  const runs = computeRuns(row.plain);
  return [...marks, ...(runs === '' ? [] : runs.split(' '))].map((word) => bank + word).join(' ');
}

const runLength = 3;
/**
 * If a searched word has at least this many runs (parts of three characters) before its last one, only every third run is searched for; together
 * they still cover every character. Only the text then shows whether the runs are adjacent (`listLongWords`).
 */
const manyRuns = 4;

function listQueryRuns(word: string): string[] {
  const last = Math.max(0, word.length - runLength);
  const step = last < manyRuns ? 1 : runLength;
  const runs: string[] = [];
  for (let at = 0; at < last; at += step) runs.push(word.slice(at, at + runLength));
  return [...runs, word.slice(last)];
}

/**
 * Returns the words of a keyword that are longer than three characters. The index finds texts with all parts of three characters of such a word, but
 * these may stand apart, so the text must be checked.
 */
export const listLongWords = (keyword: string): string[] =>
  splitKeyword(keyword)
    .map(toBareText)
    .filter((word) => word.length > runLength);

/** Checks that the text contains each of the words without a gap. */
export function containsAllWords(plain: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = toBareText(plain);
  return words.every((word) => text.includes(word));
}

/**
 * Builds the word index query of a filter, including its keyword; undefined if the filter has no condition. Words longer than three characters
 * match if all their runs of three characters occur in the question, in any order (see `listLongWords`).
 */
export function buildQuestionQuery(bankId: number, filter: QuestionWordFilter): WordQuery | undefined {
  const { keyword = '', category, pointCode, tags = [], professions } = filter;
  const keywords = [
    ...splitKeyword(keyword).flatMap((word) => {
      const bare = toBareText(word);
      return bare === '' ? [] : listQueryRuns(bare);
    }),
    ...listSigns(keyword).map((sign) => mark('sign', sign)),
  ];
  // A keyword without indexable characters (for example a private-use character of a font) matches no question, rather than every question.
  if (keywords.length === 0 && keyword.trim() !== '') keywords.push(mark('unknown', ''));
  const addBankPrefix = (marks: readonly string[]): string[] => [...new Set(marks)].map((each) => buildBankPrefix(bankId) + each);
  const buildMarks = (name: string, values: readonly (string | number | undefined)[] = []): string[] =>
    addBankPrefix(values.flatMap((value) => (value === undefined ? [] : [mark(name, value)])));
  const words = [
    ...addBankPrefix(keywords),
    ...buildMarks('uniform', [filter.uniformity]),
    ...buildMarks('prof', [filter.profId]),
    ...buildMarks('category', [category]),
    ...buildMarks('point', [pointCode]),
    ...buildMarks('tag', tags),
  ];
  const facets: NonNullable<WordQuery['facets']>[number][] = questionFacets.flatMap(({ column, name }) => {
    const value = filter[column];
    return value === undefined ? [] : [{ column: `question_${column}`, values: [value], query: { all: buildMarks(name, [value]) } }];
  });
  if (professions !== undefined) {
    const these = buildMarks('prof', professions.seen);
    // Every question with a profession has a mark of `these` or of the hidden professions.
    const kind = professions.hidden && {
      these,
      others: buildMarks('prof', professions.hidden),
      every: buildBankPrefix(bankId) + anyProfession,
    };
    facets.push({ column: 'question_prof_id', values: professions.seen, query: kind ? { kind } : { any: these } });
  }
  if (words.length === 0 && facets.length === 0) return undefined;
  return { all: words, any: [], none: [], facets };
}

/** Columns of a question from which its index words are made. */
export const indexedQuestionColumns = [
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
