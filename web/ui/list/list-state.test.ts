import { describe, expect, it } from 'vitest';
import { flagFilter, numberFilter, createOneOfFilter, textFilter, readListState, type ListOptions, type ListState } from './list-state.ts';

const filters = {
  keyword: textFilter,
  type: createOneOfFilter([1, 2, 3]),
  status: createOneOfFilter(['a', 'b', 'c']),
  school: numberFilter,
  mine: flagFilter,
};

/** Creates a list over an address whose current value and history can be read. */
function over(search: string, options: Omit<ListOptions<typeof filters>, 'filters'> = {}) {
  const history = [new URLSearchParams(search)];
  const params = () => history.at(-1) ?? new URLSearchParams();
  return {
    get list(): ListState<typeof filters> {
      return readListState(
        params(),
        (change, replace) => {
          const next = change(params());
          if (replace) history.pop();
          history.push(next);
        },
        { filters, ...options },
      );
    },
    get address() {
      return params().toString();
    },
    back: () => history.pop(),
    get steps() {
      return history.length;
    },
  };
}

describe('list state in the URL', () => {
  it('accepts page numbers that count from the end', () => {
    expect(over('page=-2').list.input.page).toBe(-2);
  });

  it('reads page, sort and filters from the URL with their types', () => {
    const { list } = over('page=3&size=50&sort=-name&keyword=%E7%94%B5%E5%B7%A5&type=2&status=c&school=12&mine=0');
    expect(list.input).toEqual({
      page: 3,
      pageSize: 50,
      sort: '-name',
      filter: { keyword: '电工', type: 2, status: 'c', school: 12, mine: false },
    });
    expect(list.filtered).toBe(true);
  });

  it('asks only for the first page if the URL is empty', () => {
    expect(over('').list.input).toEqual({ page: 1, pageSize: 20 });
    expect(over('', { sort: '-updatedMs', pageSize: 50 }).list.input).toEqual({ page: 1, pageSize: 50, sort: '-updatedMs' });
  });

  it.each([
    'page=0',
    'page=-0',
    'page=x',
    'page=12345678',
    'size=',
    'type=9',
    'type=1e0',
    'status=z',
    'school=1.5',
    'mine=yes',
    'keyword=',
  ])('ignores the invalid value %s', (search) => {
    expect(over(search).list.input).toEqual({ page: 1, pageSize: 20 });
    expect(over(search).list.filtered).toBe(false);
  });

  it('limits the page size to the contract’s maximum', () => {
    expect(over('size=5000').list.pageSize).toBe(200);
  });

  it('writes a filter, returns to page 1 and adds no step to the browser history', () => {
    const at = over('page=4&sort=name&question=7');
    at.list.setFilter('status', 'b');
    expect(at.address).toBe('sort=name&question=7&status=b');
    at.list.setFilter('status', undefined);
    at.list.setText('keyword', '单选');
    expect(new URLSearchParams(at.address).get('keyword')).toBe('单选');
    expect(at.steps).toBe(1);
  });

  it('adds a history step for page, sort and page size, to which Back returns', () => {
    const at = over('keyword=a');
    at.list.setPage(2);
    at.list.setSort('-name');
    expect([at.list.page, at.list.sort]).toEqual([1, '-name']);
    at.back();
    expect([at.list.page, at.list.sort, at.list.filters.keyword]).toEqual([2, undefined, 'a']);
    at.list.setPageSize(100);
    expect([at.list.page, at.list.pageSize]).toEqual([1, 100]);
  });

  it('corrects a page that no longer exists without a history step', () => {
    const at = over('page=9');
    at.list.setPage(3, true);
    expect([at.steps, at.address]).toEqual([1, 'page=3']);
  });

  it('leaves the default sort out of the URL', () => {
    const at = over('sort=name', { sort: '-id' });
    at.list.setSort('-id');
    expect([at.address, at.list.sort]).toEqual(['', '-id']);
  });

  it('clears only the filters and the page number', () => {
    const at = over('keyword=a&type=1&page=2&size=50&sort=name&question=7');
    at.list.clearFilters();
    expect(at.address).toBe('size=50&sort=name&question=7');
  });

  it('separates two lists of one page', () => {
    const at = over('keyword=left&r.keyword=right&r.page=2', { prefix: 'r.' });
    expect(at.list.input).toEqual({ page: 2, pageSize: 20, filter: { keyword: 'right' } });
    at.list.clearFilters();
    expect(at.address).toBe('keyword=left');
  });
});
