/** Checks a value from storage or another tab. A schema library would be too large for the first chunk. */
export type Shape<T> = (value: unknown) => value is T;
export type ShapeOf<S> = S extends Shape<infer T> ? T : never;
type Json = Readonly<Record<string, unknown>>;

export const isText: Shape<string> = (value): value is string => typeof value === 'string';
export const isNumber: Shape<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value);
export const isFlag: Shape<boolean> = (value): value is boolean => typeof value === 'boolean';
/** Accepts any object that is not an array; its fields are not checked. */
export const isRecord: Shape<Json> = (value): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export const orNull =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value): value is T | null =>
    value === null || shape(value);

export const oneOf =
  <const T extends readonly unknown[]>(values: T): Shape<T[number]> =>
  (value): value is T[number] =>
    values.includes(value);

export const listOf =
  <T>(shape: Shape<T>): Shape<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(shape);

export const objectOf =
  <S extends Readonly<Record<string, Shape<unknown>>>>(fields: S): Shape<{ readonly [K in keyof S]: ShapeOf<S[K]> }> =>
  (value): value is { readonly [K in keyof S]: ShapeOf<S[K]> } =>
    isRecord(value) && Object.entries(fields).every(([name, shape]) => shape(value[name]));

/** Parses JSON of a given shape. Returns null for anything else, such as damaged text or another version. */
export function readJson<T>(text: string | null, shape: Shape<T>): T | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return shape(value) ? value : null;
  } catch {
    return null;
  }
}
