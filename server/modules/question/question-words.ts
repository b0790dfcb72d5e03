import { bareText, runsOf } from '../../db/keyword-grams.ts';

/** What a question is besides its text, as words no text has: longer than three characters. */
interface Marks {
  readonly bankId: number;
  readonly type?: number | undefined;
  readonly status?: number | undefined;
  readonly difficulty?: number | undefined;
}

const marksOf = ({ bankId, type, status, difficulty }: Marks): string[] => [
  `bank${bankId}`,
  ...mark('type', type),
  ...mark('status', status),
  ...mark('grade', difficulty),
];
const mark = (name: string, value: number | undefined): string[] => (value === undefined ? [] : [name + value]);

/** What is indexed of a question: its marks, and every run of one, two and three characters of its text. */
export const wordsOf = (plain: string, marks: Required<Marks>): string => [...marksOf(marks), runsOf(plain)].join(' ');

const runLength = 3;

/** The FTS5 query for a keyword within a bank; undefined where nothing of it can be searched for. */
export function wordQuery(keyword: string, marks: Marks): string | undefined {
  const plain = bareText(keyword);
  if (plain === '') return undefined;
  const runs = new Set<string>();
  for (let at = 0; at === 0 || at + runLength <= plain.length; at++) runs.add(`"${plain.slice(at, at + runLength)}"`);
  return [...marksOf(marks), ...runs].join(' ');
}

/**
 * Are the texts the query finds to be taken as they are? A text that has all runs of a longer keyword, but not one behind the other,
 * is as good a find; where signs were put aside, they are still to be compared.
 */
export const isExact = (keyword: string): boolean => bareText(keyword) === keyword.normalize('NFKC').toLowerCase();
