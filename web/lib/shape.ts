import { tryParseJson } from '../../sync/domain/json.ts';

/** Type guard for a value from storage or from another tab. A schema library would make the first chunk of the page too large. */
export type ShapeGuard<T> = (value: unknown) => value is T;
export type ShapeOf<S> = S extends ShapeGuard<infer T> ? T : never;
type Json = Readonly<Record<string, unknown>>;

export const isText: ShapeGuard<string> = (value): value is string => typeof value === 'string';
export const isNumber: ShapeGuard<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value);
export const isBoolean: ShapeGuard<boolean> = (value): value is boolean => typeof value === 'boolean';
/** Accepts any object that is not an array; its fields are not checked. */
export const isRecord: ShapeGuard<Json> = (value): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export const nullableShape =
  <T>(shape: ShapeGuard<T>): ShapeGuard<T | null> =>
  (value): value is T | null =>
    value === null || shape(value);

export const oneOfShape =
  <const T extends readonly unknown[]>(values: T): ShapeGuard<T[number]> =>
  (value): value is T[number] =>
    values.includes(value);

export const listShape =
  <T>(shape: ShapeGuard<T>): ShapeGuard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(shape);

export const objectShape =
  <S extends Readonly<Record<string, ShapeGuard<unknown>>>>(fields: S): ShapeGuard<{ readonly [K in keyof S]: ShapeOf<S[K]> }> =>
  (value): value is { readonly [K in keyof S]: ShapeOf<S[K]> } =>
    isRecord(value) && Object.entries(fields).every(([name, shape]) => shape(value[name]));

/** Parses JSON of a given shape. Returns null for anything else, such as damaged text or another version. */
export function readJson<T>(text: string | null, shape: ShapeGuard<T>): T | null {
  const value = text === null ? null : tryParseJson(text);
  return shape(value) ? value : null;
}
