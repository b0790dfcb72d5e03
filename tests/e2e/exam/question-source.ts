import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeTextLikeness } from './likeness.ts';

/** A question as read from the file by the test, not by the importer. */
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
 * Finds the file row that a question of the bank came from. The importer cleans texts, so this takes the most similar row. Throws if the
 * match is not clear.
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
 * Returns the letter that the file gives an option, judged by its text. Falls back to the file's order where texts are not distinct
 * (figures, formulas).
 */
export function getOptionLetterOf(source: SourceQuestion, optionId: string, text: string): string {
  const ranked = [...source.options]
    .map(([letter, theirs]) => ({ letter, alike: computeTextLikeness(text, theirs) }))
    .toSorted((a, b) => b.alike - a.alike);
  const [best, next] = ranked;
  const telling = best && best.alike > 0.6 && best.alike - (next?.alike ?? 0) > 0.2;
  return telling ? best.letter : optionId;
}
