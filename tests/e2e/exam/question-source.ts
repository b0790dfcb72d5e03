import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A question that the test itself, not the importer, has read from a file. */
export interface SourceQuestion {
  readonly stem: string;
  /** Option texts by letter. */
  readonly options: ReadonlyMap<string, string>;
  readonly right: ReadonlySet<string>;
}

export const getFixturePath = (name: string): string => join('tests/fixtures/questions', name);

/** Reads the questions of a JSON lines fixture. */
export function readSource(name: string): SourceQuestion[] {
  return readFileSync(getFixturePath(name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const row = JSON.parse(line) as { question: string; options: string[]; label: string | string[] };
      const options = row.options.map((option) => [option.slice(1, 2), option.slice(3)] as const);
      return { stem: row.question, options: new Map(options), right: new Set([row.label].flat()) };
    });
}

/**
 * Finds the file row that a question of the bank came from. The importer cleans texts, so this function takes the most similar row. Throws if no row
 * is clearly the most similar.
 */
export function findSource(sources: readonly SourceQuestion[], stem: string, options: readonly string[]): SourceQuestion {
  const whole = [stem, ...options].join(' ');
  const ranked = sources
    .map((source) => ({ source, alike: computeTextLikeness(whole, [source.stem, ...source.options.values()].join(' ')) }))
    .toSorted((a, b) => b.alike - a.alike);
  const [best, next] = ranked;
  if (!best || best.alike < 0.6) throw new Error(`no row of the files is like "${stem}"`);
  // Rows that occur twice in a file must have the same answer.
  if (next && next.alike === best.alike && [...next.source.right].join('') !== [...best.source.right].join('')) {
    throw new Error(`two rows with different answers are like "${stem}"`);
  }
  return best.source;
}

/**
 * Returns the letter that the file gives an option, judged by its text. If the texts of the options are too similar (figures, formulas), returns
 * `optionId`.
 */
export function getOptionLetterOf(source: SourceQuestion, optionId: string, text: string): string {
  const ranked = [...source.options]
    .map(([letter, theirs]) => ({ letter, alike: computeTextLikeness(text, theirs) }))
    .toSorted((a, b) => b.alike - a.alike);
  const [best, next] = ranked;
  const telling = best && best.alike > 0.6 && best.alike - (next?.alike ?? 0) > 0.2;
  return telling ? best.letter : optionId;
}

/** Returns the similarity of two texts, 0 to 1, by the pairs of adjacent characters that both contain. Ignores markup, spaces and punctuation. */
function computeTextLikeness(a: string, b: string): number {
  const left = pairs(a);
  const right = pairs(b);
  let shared = 0;
  for (const [pair, count] of left) shared += Math.min(count, right.get(pair) ?? 0);
  const total = sum(left) + sum(right);
  return total === 0 ? 0 : (2 * shared) / total;
}

function pairs(text: string): Map<string, number> {
  const plain = text.replace(/<[^>]*>|&[a-z]+;|\\[a-zA-Z]+/g, '').replace(/[\s\p{P}$]/gu, '');
  const found = new Map<string, number>();
  // Add a character at both ends, so that even a text of one character has pairs.
  const framed = `‹${plain}›`;
  for (let at = 0; at + 1 < framed.length; at++) {
    const pair = framed.slice(at, at + 2);
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  return found;
}

const sum = (counts: ReadonlyMap<string, number>): number => counts.values().reduce((total, count) => total + count, 0);
