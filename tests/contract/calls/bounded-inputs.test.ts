import { expect, test } from 'vitest';
import { z } from 'zod';
import { allCalls } from '../fixtures/every-call.ts';

interface JsonSchema {
  readonly type?: string;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly propertyNames?: { readonly enum?: unknown };
  readonly prefixItems?: unknown;
  readonly additionalProperties?: unknown;
}

/** Lists the arrays and records of a JSON schema that have no length limit. */
function unbounded(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxItems, maxProperties, propertyNames, prefixItems } = schema as JsonSchema;
  const isOpenList = type === 'array' && maxItems === undefined && prefixItems === undefined;
  const isOpenRecord = propertyNames !== undefined && propertyNames.enum === undefined && maxProperties === undefined;
  return [
    ...(isOpenList || isOpenRecord ? [path] : []),
    ...Object.entries(schema).flatMap(([name, inner]) => (name === 'propertyNames' ? [] : unbounded(inner, `${path}/${name}`))),
  ];
}

test('every list and record in the input of a call has a maximum length', () => {
  const open = allCalls.flatMap(({ path, input }) => unbounded(z.toJSONSchema(input, { io: 'input' }), path));
  expect(open).toEqual([]);
});

test('the check finds a list or record without a maximum length', () => {
  const input = z.object({ a: z.array(z.int()), b: z.record(z.string(), z.int()), c: z.array(z.array(z.int())).max(1) });
  expect(unbounded(z.toJSONSchema(input, { io: 'input' }))).toEqual(['/properties/a', '/properties/b', '/properties/c/items']);
});
