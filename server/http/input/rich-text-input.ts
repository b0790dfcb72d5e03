import { z } from 'zod';
import { getTypedTextKind } from '../../../sync/contract/scalars.ts';
import { toStoredText } from '../../../sync/domain/plain-text.ts';
import { sanitiseStoredHtml } from '../../rich-text/sanitise-html.ts';

type CleanValue = (value: unknown) => unknown;

/**
 * Builds a function that sanitises all rich text of an input, by the call's schema: handlers cannot forget a field declared as `richText`.
 * Returns null if the input has none.
 */
export function createRichTextCleaner(schema: z.core.$ZodType): CleanValue | null {
  return findCleaner(schema, new Map());
}

function findCleaner(schema: z.core.$ZodType, cleanerBySchema: Map<z.core.$ZodType, CleanValue | null>): CleanValue | null {
  if (cleanerBySchema.has(schema)) return cleanerBySchema.get(schema) ?? null;
  // Guard against recursive schemas: a reference to a schema whose cleaner is still being built calls that cleaner later.
  cleanerBySchema.set(schema, (value) => cleanerBySchema.get(schema)?.(value) ?? value);
  const clean =
    cleaners.get(getTypedTextKind(schema)) ??
    createCleaner((schema as z.core.$ZodTypes)._zod.def, (inner) => findCleaner(inner, cleanerBySchema));
  cleanerBySchema.set(schema, clean);
  return clean;
}

const createTextCleaner =
  (change: (text: string) => string): CleanValue =>
  (value) =>
    typeof value === 'string' ? change(value) : value;
const cleaners = new Map<unknown, CleanValue>([
  ['text/html', createTextCleaner((html) => toStoredText(sanitiseStoredHtml(html)))],
  ['text/plain', createTextCleaner(toStoredText)],
]);

function createCleaner(def: z.core.$ZodTypes['_zod']['def'], findInner: (schema: z.core.$ZodType) => CleanValue | null): CleanValue | null {
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).flatMap(([name, inner]) => {
        const clean = findInner(inner);
        return clean ? [[name, clean] as const] : [];
      });
      if (fields.length === 0) return null;
      return (value) => {
        if (typeof value !== 'object' || value === null) return value;
        const values = value as Readonly<Record<string, unknown>>;
        return {
          ...values,
          ...Object.fromEntries(fields.filter(([name]) => name in values).map(([name, clean]) => [name, clean(values[name])])),
        };
      };
    }
    case 'array': {
      const clean = findInner(def.element);
      return clean && ((value) => (Array.isArray(value) ? value.map(clean) : value));
    }
    case 'record': {
      const clean = findInner(def.valueType);
      return clean && ((value) => Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, clean(each)])));
    }
    case 'union': {
      const options = def.options.map((option) => ({ option, clean: findInner(option) }));
      if (options.every(({ clean }) => clean === null)) return null;
      return (value) => options.find(({ option }) => z.safeParse(option, value).success)?.clean?.(value) ?? value;
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return findInner(def.innerType);
    case 'pipe':
      return findInner(def.out) ?? findInner(def.in);
    default:
      return null;
  }
}
