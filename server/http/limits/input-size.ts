import type { z } from 'zod';
import { getMaxEntries } from '../../../sync/contract/scalars.ts';

type Schema = z.core.$ZodType;
/** Length limits at one place of an input: most entries of a list or record, and the limits within each entry and within named fields. */
interface Bounds {
  maxEntries: number;
  entry?: Bounds;
  fields?: Map<string, Bounds>;
}
type TooMany = z.core.$ZodIssue;

/**
 * Reads the length limits of lists and records from a call's schema, and returns a function that names the first one exceeded.
 * Zod would validate every entry and describe every fault before it looks at the length: a request of one megabyte would cost seconds.
 */
export function createLengthCheck(schema: Schema): (input: unknown) => TooMany | undefined {
  const bounds = findBounds(schema);
  return (input) => (bounds ? findTooLong(input, bounds, []) : undefined);
}

/** Returns undefined if the schema contains no list and no record. */
function findBounds(schema: Schema): Bounds | undefined {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case 'array':
      return createListBounds(getMaxItems(def.checks), findBounds(def.element));
    case 'record':
      return createListBounds(getMaxEntries(schema as z.core.$ZodRecord), findBounds(def.valueType));
    case 'object':
      return createFieldBounds(Object.entries(def.shape).map(([name, inner]) => [name, findBounds(inner)]));
    case 'tuple':
      return createFieldBounds(def.items.map((inner, at) => [String(at), findBounds(inner)]));
    case 'union':
      return def.options.map(findBounds).reduce(mergeBounds, undefined);
    case 'pipe':
      return mergeBounds(findBounds(def.in), findBounds(def.out));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return findBounds(def.innerType);
    default:
      return undefined;
  }
}

/** Returns the smallest `.max()` or `.length()` of a list. */
function getMaxItems(checks: readonly z.core.$ZodCheck[] = []): number {
  const mosts = checks.map(({ _zod: { def } }) => {
    const most: unknown = 'maximum' in def ? def.maximum : 'length' in def ? def.length : undefined;
    return typeof most === 'number' ? most : Infinity;
  });
  return Math.min(Infinity, ...mosts);
}

const createListBounds = (most: number, entry: Bounds | undefined): Bounds => ({ maxEntries: most, ...(entry && { entry }) });

function createFieldBounds(fields: readonly (readonly [string, Bounds | undefined])[]): Bounds | undefined {
  const bounded = fields.filter((field): field is readonly [string, Bounds] => field[1] !== undefined);
  return bounded.length === 0 ? undefined : { maxEntries: Infinity, fields: new Map(bounded) };
}

/** Merges the limits of two schemas for the same place: allows the larger of each. */
function mergeBounds(one: Bounds | undefined, other: Bounds | undefined): Bounds | undefined {
  if (!one || !other) return one ?? other;
  const entry = mergeBounds(one.entry, other.entry);
  const fields = new Map(one.fields);
  for (const [name, bounds] of other.fields ?? []) fields.set(name, mergeBounds(fields.get(name), bounds) ?? bounds);
  return { maxEntries: Math.max(one.maxEntries, other.maxEntries), ...(entry && { entry }), ...(fields.size > 0 && { fields }) };
}

function findTooLong(value: unknown, { maxEntries, entry, fields }: Bounds, path: PropertyKey[]): TooMany | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  if (maxEntries < Infinity || entry) {
    const count = isList ? value.length : Object.keys(value).length;
    if (count > maxEntries)
      return { code: 'too_big', origin: 'array', maximum: maxEntries, inclusive: true, input: value, path, message: '' };
  }
  if (entry)
    for (const [key, each] of isList ? value.entries() : Object.entries(value)) {
      const found = findTooLong(each, entry, [...path, key]);
      if (found) return found;
    }
  for (const [name, bounds] of fields ?? []) {
    const found = findTooLong((value as Readonly<Record<string, unknown>>)[name], bounds, [...path, name]);
    if (found) return found;
  }
  return undefined;
}
