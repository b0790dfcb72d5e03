/** The same keys as the first language, any sentences: a missing or surplus key is a type error. */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> };

/** A module's catalogue in both languages. */
export interface Catalogue<T> {
  readonly 'zh-CN': T;
  readonly en: TextsLike<T>;
}
