/**
 * Type of a translated catalogue: the same keys as the Chinese one, so that a missing or surplus key is a type error. Chinese has one form for
 * every count (`rows_other`); English also needs the singular (`rows_one`) where the sentence differs. A single word that goes with a number stands
 * in the text: `{{n}} {{n|room|rooms}}`.
 */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> } & {
  readonly [K in keyof T as K extends `${infer Base}_other` ? `${Base}_one` : never]: string;
};

/** A module's catalogue in both languages. */
export interface Catalogue<T> {
  readonly 'zh-CN': T;
  readonly en: TextsLike<T>;
}
