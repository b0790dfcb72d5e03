import { useState } from 'react';
import { type PutParams, useAddressParams } from './address-params.ts';
import type { FilterKind, Filters, FilterValues } from './list-filters.ts';

export interface ListOptions<F extends Filters> {
  /** The filters of the list, by the names the call gives them: `{ keyword: textFilter, type: oneOfFilter(codes) }`. */
  readonly filters?: F;
  /** The call's own default is taken when none is given; "-" before the field for descending. */
  readonly sort?: string;
  readonly pageSize?: number;
  /** Before each name in the URL, where a page has more than one list. */
  readonly prefix?: string;
}

/** What the parts of a list need of its state, whatever its filters are. */
export interface ListControls {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: string | undefined;
  /** Is any filter set? */
  readonly filtered: boolean;
  /** A filter as it stands in the URL; '' when it isn't set. */
  readonly textOf: (name: string) => string;
  /** '' takes the filter away. Goes back to page 1. */
  readonly setText: (name: string, text: string) => void;
  /** `quietly`: without a step in the history (a page that no longer exists). */
  readonly setPage: (page: number, quietly?: boolean) => void;
  readonly setPageSize: (size: number) => void;
  readonly setSort: (sort: string | undefined) => void;
  /** Takes every filter away; sorting stays. */
  readonly clearFilters: () => void;
}

export interface ListState<F extends Filters = Filters> extends ListControls {
  readonly filters: FilterValues<F>;
  readonly setFilter: <K extends keyof F & string>(name: K, value: FilterValues<F>[K] | undefined) => void;
  /** Exactly what a list call of the contract takes. */
  readonly input: { readonly page: number; readonly pageSize: number; readonly sort?: string; readonly filter?: FilterValues<F> };
}

const maxPageSize = 200;
const defaultPageSize = 20;

const whole = (text: string | null, otherwise: number): number =>
  text !== null && /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : otherwise;

/** A list's state read from parameters, and the ways to change them. Pure: the hooks say where the parameters live. */
export function listStateOf<F extends Filters>(params: URLSearchParams, put: PutParams, options: ListOptions<F>): ListState<F> {
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
  const page = whole(params.get(`${prefix}page`), 1);
  const pageSize = Math.min(maxPageSize, whole(params.get(`${prefix}size`), options.pageSize ?? defaultPageSize));
  const sort = params.get(`${prefix}sort`) ?? options.sort;
  const filtered = Object.keys(values).length > 0;
  // Replaced, not pushed: one entry in the history for a search, not one a letter.
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
 * A list's page, sort and filters, kept in the URL: Back, reload and a sent link show the same rows. Declare the filters once,
 * outside the component, by the names the call gives them:
 *
 *     const filters = { keyword: textFilter, type: oneOfFilter(typeCodes) };
 *     const list = useListState({ filters, sort: '-updatedMs' });
 *     const papers = useListQuery('/paper/getList', list.input);
 */
export function useListState<F extends Filters = Record<never, never>>(options: ListOptions<F> = {}): ListState<F> {
  const [params, put] = useAddressParams();
  return listStateOf(params, put, options);
}

/** The same for a list inside a form or a dialog, which must not change the page's address. */
export function useLocalListState<F extends Filters = Record<never, never>>(options: ListOptions<F> = {}): ListState<F> {
  const [params, setParams] = useState(() => new URLSearchParams());
  return listStateOf(params, setParams, options);
}
