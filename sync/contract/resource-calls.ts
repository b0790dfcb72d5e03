import { z } from 'zod';
import type { Access } from './call.ts';
import { emptyInput, epochMs, id, keyword, listInput, listOutput, version } from './scalars.ts';
import {
  type DeclaredResource,
  createExampleDraft,
  type ResourceFields,
  listFieldsWith,
  type ResourceFilter,
  mapValues,
  type ResourceShownValues,
} from './resource.ts';

/** Returns the schema of a field in rows: its type without its limits, because a row may be older than a limit. */
function removeLimits<S extends z.ZodType>(schema: S): z.ZodType<z.output<S>>;
function removeLimits(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodString) return z.string();
  if (schema instanceof z.ZodNumber) return schema instanceof z.ZodNumberFormat ? z.int() : z.number();
  if (schema instanceof z.ZodNullable) return z.nullable(removeLimits(schema.unwrap() as z.ZodType));
  if (schema instanceof z.ZodArray) return z.array(removeLimits(schema.element as z.ZodType));
  return schema;
}

type StoredFieldSchemas<F extends ResourceFields> = { readonly [K in keyof F]: z.ZodType<z.output<F[K]['is']>> };

const changed = z.object({ id, version });

/** Defines the five calls of a resource: list, read, add, change, remove. `may`: roles that may read and change it. */
export function defineResourceCalls<
  N extends string,
  F extends ResourceFields,
  S extends ResourceShownValues,
  const R extends Access,
  const C extends Access,
  T extends DeclaredResource<N, F, S>,
>(resource: DeclaredResource<N, F, S> & T, may: { readonly read: R; readonly change: C }) {
  const storedFields = mapValues(resource.fields, (field) => removeLimits(field.is)) as StoredFieldSchemas<F>;
  const shownFields: { readonly [K in keyof S]: S[K]['is'] } = mapValues(resource.shown, (field) => field.is);
  const row = z.object({ id, version, updatedMs: epochMs, ...storedFields, ...shownFields });
  const filters = Object.fromEntries(
    listFieldsWith(resource, 'filter').map((field) => [field, z.optional(storedFields[field] ?? z.never())]),
  );
  const filter = z.object({ keyword: keyword.optional(), ...filters }) as z.ZodType<ResourceFilter<DeclaredResource<N, F, S>>>;
  const draft = resource.draft.meta({ examples: [createExampleDraft(resource)] });
  const called = resource.words[1];
  const looks = { access: may.read, changes: false, resource } as const;
  const does = { access: may.change, changes: true, once: true, resource } as const;
  return {
    getList: { ...looks, summary: `${called}: a page of the list`, input: listInput(filter), output: listOutput(row), errors: [] },
    getById: { ...looks, summary: `${called}: one`, input: z.object({ id }), output: row, errors: ['notFound'] },
    add: { ...does, summary: `${called}: add one`, input: draft, output: changed, errors: ['notFound', 'refused'] },
    modify: {
      ...does,
      summary: `${called}: change one`,
      input: draft.extend({ id, version }),
      output: changed,
      errors: ['notFound', 'conflict', 'refused'],
    },
    remove: { ...does, summary: `${called}: remove one`, input: changed, output: emptyInput, errors: ['notFound', 'conflict', 'refused'] },
  } as const;
}
