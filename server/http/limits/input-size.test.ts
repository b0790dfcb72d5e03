import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { boundedRecord } from '../../../sync/contract/scalars.ts';
import { createLengthCheck } from './input-size.ts';

describe('createLengthCheck', () => {
  const word = z.string();
  const cases: readonly [string, z.ZodType, unknown, unknown][] = [
    ['a list', z.array(word).max(2), ['', ''], ['', '', '']],
    [
      'a list that is changed later',
      z
        .array(word)
        .max(2)
        .overwrite((all) => all.toSorted()),
      ['', ''],
      ['', '', ''],
    ],
    ['a record', boundedRecord(word, word, 1), { a: '' }, { a: '', b: '' }],
    ['a record of listed keys', z.partialRecord(z.enum(['a']), word), { a: '' }, { a: '', b: '' }],
    ['a list in a record', boundedRecord(word, z.array(word).max(1), 9), { a: [''] }, { a: ['', ''] }],
    ['an optional list', z.object({ a: z.array(word).max(1).optional() }), {}, { a: ['', ''] }],
    ['a list with a default', z.object({ a: z.array(word).max(1).default([]) }), { a: [''] }, { a: ['', ''] }],
    ['a list in a tuple', z.tuple([word, z.array(word).max(1)]), ['', ['']], ['', ['', '']]],
    ['a list in a union', z.union([word, z.array(word).max(1)]), [''], ['', '']],
    ['the longest list of a union', z.union([z.array(z.int()).max(1), z.array(word).max(2)]), ['', ''], ['', '', '']],
  ];
  test.each(cases)('refuses a value that is too long: %s', (_, schema, fitting, tooLong) => {
    const check = createLengthCheck(schema);
    expect(check(fitting)).toBeUndefined();
    expect(check(tooLong)).toMatchObject({ code: 'too_big' });
    expect(schema.safeParse(fitting).success).toBe(true);
  });

  test('accepts input of another type, which the schema refuses', () => {
    const check = createLengthCheck(z.object({ a: z.array(word).max(1) }));
    for (const input of [null, 1, 'a', [], { a: null }, { a: 'long' }, { a: { length: 9 } }]) expect(check(input)).toBeUndefined();
  });

  test('does not read the entries of a list that is too long', () => {
    const looked: unknown[] = [];
    const list = new Proxy(['', ''], {
      get: (all, key, self) => {
        looked.push(key);
        return Reflect.get(all, key, self) as unknown;
      },
    });
    expect(createLengthCheck(z.object({ a: z.array(z.array(word).max(3)).max(1) }))({ a: list })).toMatchObject({
      path: ['a'],
      maximum: 1,
    });
    expect(looked).toEqual(['length']);
  });
});
