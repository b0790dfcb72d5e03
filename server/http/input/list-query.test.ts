import { describe, expect, it } from 'vitest';
import { readListQuery } from './list-query.ts';

const sorts = { id: 'id', updatedMs: 'updated_ms' } as const;
const read = (sort?: string, page = 1) => readListQuery({ page, pageSize: 20, sort }, sorts, '-updatedMs');

describe('readListQuery', () => {
  it('returns the page’s offset and the column of the sort field', () => {
    expect(read('id', 3)).toEqual({ column: 'id', descending: false, offset: 40, limit: 20 });
    expect(read('-updatedMs')).toEqual({ column: 'updated_ms', descending: true, offset: 0, limit: 20 });
  });

  it('uses the default order if no sort is given', () => {
    expect(read()).toEqual(read('-updatedMs'));
  });

  it.each(['pwd_hash', 'updated_ms', '--id', '', '-', 'constructor', '__proto__', 'id; DROP TABLE user'])(
    'refuses the sort field %j and names the allowed ones',
    (sort) => {
      expect(() => read(sort)).toThrow(
        expect.objectContaining({
          error: 'invalid',
          fields: [expect.objectContaining({ path: 'sort' })],
          // The message lists the fields that the list can be sorted by.
          message: expect.stringContaining('id, updatedMs') as string,
        }),
      );
    },
  );
});
