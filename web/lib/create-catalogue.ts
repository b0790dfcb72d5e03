/** A text in both languages. If it depends on a count, English has two: `[Chinese, plural, singular]`. */
type Pair = readonly [chinese: string, english: string] | readonly [chinese: string, many: string, one: string];

/**
 * Type of a translated catalogue: the same keys as the Chinese one, so that a missing or surplus key is a type error. Chinese has one form for
 * every count (`rows_other`); English also needs the singular (`rows_one`) where the sentence differs. A single word that goes with a number stands
 * in the text: `{{n}} {{n|room|rooms}}`.
 */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> } & {
  readonly [K in keyof T as K extends `${infer Base}_other` ? `${Base}_one` : never]: string;
};

/** Interface texts of one part of the application, such as a feature, in both languages. */
export interface Catalogue<T> {
  readonly 'zh-CN': T;
  readonly en: TextsLike<T>;
}

/** Texts under their keys. A subtree may be a catalogue of its own. */
interface Entries {
  readonly [key: string]: Pair | Catalogue<object> | Entries;
}

type ChineseTexts<E> = { readonly [K in keyof E]: E[K] extends Pair ? string : E[K] extends Catalogue<infer T> ? T : ChineseTexts<E[K]> };

const isPair = (entry: Pair | Catalogue<object> | Entries): entry is Pair => Array.isArray(entry);
const isCatalogue = (entry: Catalogue<object> | Entries): entry is Catalogue<object> => 'zh-CN' in entry;

/**
 * Makes a catalogue from pairs: `save: ['保存', 'Save']`. A key that ends in `_other` has three texts: `rows_other: ['{{count}} 行',
 * '{{count}} rows', 'One row']`.
 */
export function createCatalogue<const E extends Entries>(entries: E): Catalogue<ChineseTexts<E>> {
  const zh: Record<string, unknown> = {};
  const en: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(entries)) {
    if (isPair(entry)) {
      const [chinese, english, one] = entry;
      zh[key] = chinese;
      en[key] = english;
      if (one !== undefined) en[key.replace(/_other$/, '_one')] = one;
    } else {
      const tree = isCatalogue(entry) ? entry : createCatalogue(entry);
      zh[key] = tree['zh-CN'];
      en[key] = tree.en;
    }
  }
  return { 'zh-CN': zh as ChineseTexts<E>, en: en as TextsLike<ChineseTexts<E>> };
}
