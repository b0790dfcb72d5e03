import { addDays } from '../../lib/date-text.ts';
import { formatDate, fromLocalInput } from '../../lib/format-time.ts';

/** Reads and writes a filter in the URL. An invalid text (typed by hand, or from an old link) counts as not set. */
export interface FilterKind<T> {
  readonly read: (text: string) => T | undefined;
  readonly write: (value: T) => string;
}

/** Free text, such as a search keyword. */
export const textFilter: FilterKind<string> = { read: (text) => (text === '' ? undefined : text), write: (value) => value };

/** Path of a category. "" means "without a category" and is written as "-" in the URL. */
export const categoryFilter: FilterKind<string> = {
  read: (text) => (text === '' ? undefined : text === '-' ? '' : text),
  write: (path) => (path === '' ? '-' : path),
};

/** A whole number, such as an id or a year. */
export const numberFilter: FilterKind<number> = {
  read: (text) => (/^-?[0-9]{1,15}$/.test(text) ? Number(text) : undefined),
  write: String,
};

/** "1" or "0" in the URL. */
export const flagFilter: FilterKind<boolean> = {
  read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  write: (value) => (value ? '1' : '0'),
};

/** "1" in the URL, or not set. */
export const checkedFilter: FilterKind<true> = { read: (text) => (text === '1' ? true : undefined), write: () => '1' };

/** Builds a filter whose value is one of a fixed list of codes or words. */
export const createOneOfFilter = <const T extends string | number>(values: readonly T[]): FilterKind<T> => ({
  read: (text) => values.find((value) => String(value) === text),
  write: String,
});

// Written values have the type `never` and read values `unknown`, so that every kind of filter fits.
export type Filters = Readonly<Record<string, { readonly read: (text: string) => unknown; readonly write: (value: never) => string }>>;

/** Values of a list's filters. Filters that are not set are missing, as list calls expect. */
export type FilterValues<F extends Filters> = { readonly [K in keyof F]?: Exclude<ReturnType<F[K]['read']>, undefined> };

const dayStart = (text: string, later: number): number | undefined => {
  if (fromLocalInput(`${text}T00:00`) === null) return undefined;
  return fromLocalInput(`${addDays(text, later)}T00:00`) ?? undefined;
};

/** "2026-11-21" in the URL; the call gets the start of that day, for "from". */
export const fromDayFilter: FilterKind<number> = { read: (text) => dayStart(text, 0), write: formatDate };

/** "2026-11-21" in the URL, inclusive; the call gets the end of that day, for "before". */
export const toDayFilter: FilterKind<number> = { read: (text) => dayStart(text, 1), write: (ms) => formatDate(ms - 1) };
