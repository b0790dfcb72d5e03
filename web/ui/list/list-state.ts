import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { addDays } from '../../lib/date-text.ts';
import { formatDate, fromLocalInput } from '../../lib/format-time.ts';

export interface ListOptions<F extends Filters> {
  /** Filters of the list, by the names of the call: `{ keyword: textFilter, type: createOneOfFilter(codes) }`. */
  readonly filters?: F;
  /** Default order; "-" before the field means descending. If missing, the call's own default applies. */
  readonly sort?: string;
  readonly pageSize?: number;
  /** Prefix of the URL parameters, if a page has more than one list. */
  readonly prefix?: string;
}

/** State of a list as its table, filters and paging need it, independent of the names of its filters. */
export interface ListControls {
  /** Counted from 1, or from the end: -1 is the last page of a list whose total is not known. */
  readonly page: number;
  readonly pageSize: number;
  readonly sort: string | undefined;
  /** True if any filter is set. */
  readonly filtered: boolean;
  /** Value of a filter in the URL; '' if it is not set. */
  readonly textOf: (name: string) => string;
  /** Sets a filter; '' clears it. Returns to page 1. */
  readonly setText: (name: string, text: string) => void;
  /** Goes to a page. `quietly`: add no entry to the browser history, because the previous page does not exist any more. */
  readonly setPage: (page: number, quietly?: boolean) => void;
  readonly setPageSize: (size: number) => void;
  readonly setSort: (sort: string | undefined) => void;
  /** Clears all filters; the order stays. */
  readonly clearFilters: () => void;
}

export interface ListState<F extends Filters = Filters> extends ListControls {
  readonly filters: FilterValues<F>;
  readonly setFilter: <K extends keyof F & string>(name: K, value: FilterValues<F>[K] | undefined) => void;
  /** Page, order and filters as input for a list call. */
  readonly input: { readonly page: number; readonly pageSize: number; readonly sort?: string; readonly filter?: FilterValues<F> };
}

const maxPageSize = 200;
const defaultPageSize = 20;

const parsePositiveInteger = (text: string | null, fallback: number): number =>
  text !== null && /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : fallback;

/** Reads a list's state from parameters, and returns the functions that change it. Pure: the hooks below supply the parameters. */
export function readListState<F extends Filters>(params: URLSearchParams, put: ChangeAddressParams, options: ListOptions<F>): ListState<F> {
  const kinds = options.filters ?? ({} as F);
  const prefix = options.prefix ?? '';
  const names = Object.keys(kinds);
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const value = kinds[name]?.read(params.get(prefix + name) ?? '');
      return value === undefined ? [] : [[name, value]];
    }),
  ) as FilterValues<F>;
  const change = (changes: Record<string, string | undefined>, replace: boolean) =>
    put((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') next.delete(prefix + name);
        else next.set(prefix + name, value);
      }
      return next;
    }, replace);
  const pageText = params.get(`${prefix}page`);
  const page = pageText !== null && /^-[1-9][0-9]{0,6}$/.test(pageText) ? Number(pageText) : parsePositiveInteger(pageText, 1);
  const pageSize = Math.min(maxPageSize, parsePositiveInteger(params.get(`${prefix}size`), options.pageSize ?? defaultPageSize));
  const sort = params.get(`${prefix}sort`) ?? options.sort;
  const filtered = Object.keys(values).length > 0;
  // Replace the history entry, so that a search adds one entry instead of one per letter.
  const setText = (name: string, text: string) => change({ [name]: text, page: undefined }, true);
  return {
    page,
    pageSize,
    sort,
    filtered,
    filters: values,
    input: { page, pageSize, ...(sort === undefined ? {} : { sort }), ...(filtered ? { filter: values } : {}) },
    textOf: (name) => params.get(prefix + name) ?? '',
    setText,
    setFilter: (name, value) => setText(name, value === undefined ? '' : (kinds[name] as unknown as FilterKind<typeof value>).write(value)),
    setPage: (next, quietly = false) => change({ page: next === 1 ? undefined : String(next) }, quietly),
    setPageSize: (size) => change({ size: String(size), page: undefined }, false),
    setSort: (next) => change({ sort: next === options.sort ? undefined : next, page: undefined }, false),
    clearFilters: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, undefined])), true),
  };
}

/**
 * Holds a list's page, order and filters in the URL, so that Back, reload and a shared link show the same rows. Declare the filters once,
 * outside the component, by the names of the call.
 *
 *     const filters = { keyword: textFilter, type: createOneOfFilter(typeCodes) };
 *     const list = useListState({ filters, sort: '-updatedMs' }); // Newest first.
 *     const papers = useListQuery('/paper/getList', list.input);
 */
export function useListState<F extends Filters = Record<never, never>>(options: ListOptions<F> = {}): ListState<F> {
  const [params, put] = useAddressParams();
  return readListState(params, put, options);
}

/** Holds the state of a list inside a form or a dialog, which must not change the page's address. */
export function useLocalListState<F extends Filters = Record<never, never>>(options: ListOptions<F> = {}): ListState<F> {
  const [params, setParams] = useState(() => new URLSearchParams());
  return readListState(params, setParams, options);
}

/** Changes the address's parameters. `replace`: add no entry to the browser history. */
type ChangeAddressParams = (change: (before: URLSearchParams) => URLSearchParams, replace: boolean) => void;

/**
 * Returns the address's parameters and a function that changes some parameters. A change starts from the current address, not from the last
 * render: on a slow PC or from a timer, the page may be one change behind and would undo that change. A page that is being left changes nothing.
 */
export function useAddressParams(): readonly [URLSearchParams, ChangeAddressParams] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const changeParams: ChangeAddressParams = (change, replace) => {
    const address = globalThis.location;
    if (address.pathname !== pathname) return;
    setParams(change(new URLSearchParams(address.search)), { replace, preventScrollReset: true });
  };
  return [params, changeParams];
}

/** Reads and writes a filter in the URL. An invalid text (typed by hand, or from an old link) counts as not set. */
export interface FilterKind<T> {
  readonly read: (text: string) => T | undefined;
  readonly write: (value: T) => string;
}

/** Filter by free text, such as a search keyword. */
export const textFilter: FilterKind<string> = { read: (text) => (text === '' ? undefined : text), write: (value) => value };

/** Filter by the path of a category. "" means "without a category" and is written as "-" in the URL. */
export const categoryFilter: FilterKind<string> = {
  read: (text) => (text === '' ? undefined : text === '-' ? '' : text),
  write: (path) => (path === '' ? '-' : path),
};

/** Filter by a whole number, such as an id or a year. */
export const numberFilter: FilterKind<number> = {
  read: (text) => (/^-?[0-9]{1,15}$/.test(text) ? Number(text) : undefined),
  write: String,
};

/** Filter by yes or no, written as "1" or "0" in the URL. */
export const flagFilter: FilterKind<boolean> = {
  read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  write: (value) => (value ? '1' : '0'),
};

/** Filter that is on, written as "1" in the URL, or not set. */
export const checkedFilter: FilterKind<true> = { read: (text) => (text === '1' ? true : undefined), write: () => '1' };

/** Builds a filter whose value is one of a fixed list of codes or words. */
export const createOneOfFilter = <const T extends string | number>(values: readonly T[]): FilterKind<T> => ({
  read: (text) => values.find((value) => String(value) === text),
  write: String,
});

// Written values have the type `never` and read values `unknown`, so that every kind of filter fits.
type Filters = Readonly<Record<string, { readonly read: (text: string) => unknown; readonly write: (value: never) => string }>>;

/** Values of a list's filters. Filters that are not set are missing, as list calls expect. */
type FilterValues<F extends Filters> = { readonly [K in keyof F]?: Exclude<ReturnType<F[K]['read']>, undefined> };

const parseDayStart = (text: string, later: number): number | undefined => {
  if (fromLocalInput(`${text}T00:00`) === null) return undefined;
  return fromLocalInput(`${addDays(text, later)}T00:00`) ?? undefined;
};

/** Filter by the first day of a period, written as "2026-11-21" in the URL. The call gets the start of that day. */
export const fromDayFilter: FilterKind<number> = { read: (text) => parseDayStart(text, 0), write: formatDate };

/** Filter by the last day of a period, written as "2026-11-21" in the URL. The call gets the end of that day, because the period includes it. */
export const toDayFilter: FilterKind<number> = { read: (text) => parseDayStart(text, 1), write: (ms) => formatDate(ms - 1) };
