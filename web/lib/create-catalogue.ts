import type { Catalogue, TextsLike } from './texts.ts';

/** A text in both languages. If it depends on a count, English has two: `[Chinese, plural, singular]`. */
type Pair = readonly [chinese: string, english: string] | readonly [chinese: string, many: string, one: string];

/**
 * Makes a catalogue from pairs: `save: ['保存', 'Save']`. A key that ends in `_other` has three texts: `rows_other: ['{{count}} 行',
 * '{{count}} rows', 'One row']`.
 */
export function createCatalogue<const P extends Readonly<Record<string, Pair>>>(pairs: P): Catalogue<{ readonly [K in keyof P]: string }> {
  const entries = Object.entries<Pair>(pairs);
  const zh = Object.fromEntries(entries.map(([key, [chinese]]) => [key, chinese]));
  const en = Object.fromEntries(
    entries.flatMap(([key, [, english, one]]) => [[key, english], ...(one === undefined ? [] : [[key.replace(/_other$/, '_one'), one]])]),
  );
  return { 'zh-CN': zh as { readonly [K in keyof P]: string }, en: en as TextsLike<{ readonly [K in keyof P]: string }> };
}
