import { describe, expect, it } from 'vitest';
import { readEveryRow, type FetchPage } from './list-pages.ts';

interface Row {
  readonly id: number;
}
const idOf = (row: Row): number => row.id;
/** Creates a server with `total` rows that records the pages requested. */
function server(total: number) {
  const requestedPages: number[] = [];
  const fetchPage: FetchPage<Row> = (page, size) => {
    requestedPages.push(page);
    const count = Math.max(0, Math.min(size, total - (page - 1) * size));
    return Promise.resolve({ items: Array.from({ length: count }, (_, at) => ({ id: (page - 1) * size + at })), total });
  };
  return { fetchPage, requestedPages };
}
const { signal } = new AbortController();

describe('readEveryRow', () => {
  it.each([
    [0, 1],
    [1, 1],
    [200, 1],
    [201, 2],
    [1000, 5],
  ])('reads %i rows in %i calls', async (total, calls) => {
    const { fetchPage, requestedPages } = server(total);
    const found = await readEveryRow(fetchPage, { idOf, limit: 20_000, signal });
    expect(found.rows.map(idOf)).toEqual(Array.from({ length: total }, (_, at) => at));
    expect(requestedPages).toHaveLength(calls);
  });

  it('stops at the limit and returns the total', async () => {
    const { fetchPage, requestedPages } = server(1000);
    const found = await readEveryRow(fetchPage, { idOf, limit: 450, signal });
    expect([found.rows.length, found.total, requestedPages.length]).toEqual([450, 1000, 3]);
  });

  it.each([
    [600, { total: 600 }],
    [500, { total: 500 }],
    [2000, { total: 400, isMore: true }],
  ])('reads beyond the number where the server stopped counting, up to %i rows', async (rows, total) => {
    const { fetchPage } = server(rows);
    const counted: FetchPage<Row> = async (page, size, abort) => ({ ...(await fetchPage(page, size, abort)), total: 400, isMore: true });
    const { rows: found, ...figures } = await readEveryRow(counted, { idOf, limit: 1000, signal });
    expect(found).toHaveLength(Math.min(rows, 1000));
    expect(figures).toEqual(total);
  });

  it('reports its progress', async () => {
    const progress: [number, number][] = [];
    await readEveryRow(server(450).fetchPage, { idOf, limit: 20_000, signal, onProgress: (done, of) => progress.push([done, of]) });
    expect(progress).toEqual([
      [200, 450],
      [400, 450],
      [450, 450],
    ]);
  });

  it('returns a row once that moved to the next page meanwhile', async () => {
    const { fetchPage } = server(400);
    const sliding: FetchPage<Row> = async (page, size, abort) => {
      const { items, total } = await fetchPage(page, size, abort);
      return { items: page === 1 ? items : items.map(({ id }) => ({ id: id - 1 })), total };
    };
    const found = await readEveryRow(sliding, { idOf, limit: 20_000, signal });
    expect(new Set(found.rows.map(idOf)).size).toBe(found.rows.length);
    expect(found.rows).toHaveLength(399);
  });

  it('rejects when a page fails or the caller stops it', async () => {
    const failing: FetchPage<Row> = (page, size, abort) =>
      page === 2 ? Promise.reject(new Error('no network')) : server(1000).fetchPage(page, size, abort);
    await expect(readEveryRow(failing, { idOf, limit: 20_000, signal })).rejects.toThrow('no network');
    const stop = new AbortController();
    const stopping: FetchPage<Row> = (page, size, abort) => {
      stop.abort();
      return server(1000).fetchPage(page, size, abort);
    };
    await expect(readEveryRow(stopping, { idOf, limit: 20_000, signal: stop.signal })).rejects.toThrow('aborted');
  });
});
