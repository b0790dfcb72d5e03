import { useSearchParams } from 'react-router-dom';

export interface ListState {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: string | undefined;
  /** A filter's text; '' when it isn't set. */
  readonly filter: (name: string) => string;
  readonly setPage: (page: number) => void;
  readonly setPageSize: (size: number) => void;
  readonly setSort: (sort: string | undefined) => void;
  /** '' takes the filter away. Goes back to page 1. */
  readonly setFilter: (name: string, value: string) => void;
  readonly clearFilters: () => void;
}

const whole = (text: string | null, otherwise: number): number =>
  text !== null && /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : otherwise;

/** A list's page, sort and filters live in the URL: Back, reload and a sent link show the same rows. */
export function useListState(defaultSort?: string): ListState {
  const [params, setParams] = useSearchParams();
  const put = (changes: Record<string, string | undefined>, replace = false) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return {
    page: whole(params.get('page'), 1),
    pageSize: Math.min(200, whole(params.get('size'), 20)),
    sort: params.get('sort') ?? defaultSort,
    filter: (name) => params.get(name) ?? '',
    setPage: (page) => put({ page: page === 1 ? undefined : String(page) }),
    setPageSize: (size) => put({ size: String(size), page: undefined }),
    setSort: (sort) => put({ sort, page: undefined }),
    // Replaced, not pushed: one entry in the history for a search, not one a letter.
    setFilter: (name, value) => put({ [name]: value, page: undefined }, true),
    clearFilters: () => setParams({}, { replace: true }),
  };
}
