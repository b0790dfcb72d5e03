import { formatDate } from '../lib/format-time.ts';

/** How a filter stands in the URL. What doesn't read well there (typed by hand, an old link) is as if it weren't set. */
export interface FilterKind<T> {
  readonly read: (text: string) => T | undefined;
  readonly write: (value: T) => string;
}

/** Free text; a search's keyword. */
export const textFilter: FilterKind<string> = { read: (text) => (text === '' ? undefined : text), write: (value) => value };

/** A category's path; "" means "without one", and stands in the URL as "-". */
export const categoryFilter: FilterKind<string> = {
  read: (text) => (text === '' ? undefined : text === '-' ? '' : text),
  write: (path) => (path === '' ? '-' : path),
};

/** A whole number: an id, a year. */
export const numberFilter: FilterKind<number> = {
  read: (text) => (/^-?[0-9]{1,15}$/.test(text) ? Number(text) : undefined),
  write: String,
};

/** "1" or "0". */
export const flagFilter: FilterKind<boolean> = {
  read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  write: (value) => (value ? '1' : '0'),
};

/** "1" or not set. */
export const onFilter: FilterKind<true> = { read: (text) => (text === '1' ? true : undefined), write: () => '1' };

/** One of a fixed list of codes or words. */
export const oneOfFilter = <const T extends string | number>(values: readonly T[]): FilterKind<T> => ({
  read: (text) => values.find((value) => String(value) === text),
  write: String,
});

/** Several of a fixed list, comma-separated; none is "not set". */
export const someOfFilter = <const T extends string | number>(values: readonly T[]): FilterKind<T[]> => ({
  read: (text) => {
    const parts = text.split(',');
    const found = values.filter((value) => parts.includes(String(value)));
    return found.length === 0 ? undefined : found;
  },
  write: (chosen) => chosen.join(','),
});

// `never` for what is written, `unknown` for what is read: every kind fits.
export type Filters = Readonly<Record<string, { readonly read: (text: string) => unknown; readonly write: (value: never) => string }>>;

/** The values of a list's filters; one that isn't set is missing, as the calls of the contract expect. */
export type FilterValues<F extends Filters> = { readonly [K in keyof F]?: Exclude<ReturnType<F[K]['read']>, undefined> };

const dayText = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayStart = (text: string, later: number): number | undefined => {
  const [, year, month, day] = dayText.exec(text) ?? [];
  if (year === undefined) return undefined;
  const at = new Date(Number(year), Number(month) - 1, Number(day));
  // A day that is none (02-30) would be taken for one of the next month.
  if (formatDate(at.getTime()) !== text) return undefined;
  return at.setDate(at.getDate() + later);
};

/** "2026-11-21" in the URL, for a call that takes the moment from which on. */
export const fromDayFilter: FilterKind<number> = { read: (text) => dayStart(text, 0), write: formatDate };

/** "2026-11-21" in the URL, this day included, for a call that takes the moment before which. */
export const toDayFilter: FilterKind<number> = { read: (text) => dayStart(text, 1), write: (ms) => formatDate(ms - 1) };
