/** Does a value that came from outside (storage, another tab) look as it must? Small on purpose: the first chunk has no room for a schema library. */
export type Shape<T> = (value: unknown) => value is T;
export type ShapeOf<S> = S extends Shape<infer T> ? T : never;
type Json = Readonly<Record<string, unknown>>;

export const isText: Shape<string> = (value): value is string => typeof value === 'string';
export const isNumber: Shape<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value);
export const isFlag: Shape<boolean> = (value): value is boolean => typeof value === 'boolean';
/** Any object that isn't a list: what stands in it is its owner's to know. */
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

/** JSON text of that shape; null for anything else: what is broken or of another version is dropped, not trusted. */
export function readJson<T>(text: string | null, shape: Shape<T>): T | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return shape(value) ? value : null;
  } catch {
    return null;
  }
}
