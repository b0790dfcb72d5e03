import type { ColumnType, Generated } from 'kysely';
import type { z } from 'zod';
import type { ResourceFieldSpec, Resource } from '../../../sync/contract/resource.ts';
import type { resources } from '../../../sync/contract/resources.ts';

/** Converts `headTeacherId` to `head_teacher_id`. */
type Snake<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Rest>}`
  : S;

type ColumnOf<S extends ResourceFieldSpec> = S extends { readonly kept: 'json' }
  ? string
  : S extends { readonly kept: 'flag' }
    ? 0 | 1
    : z.output<S['is']>;

/**
 * Table of a declared resource: the columns common to all resources, and one column per field, except fields stored elsewhere (`kept: 'apart'`).
 */
type ThingTable<T extends Resource> = {
  // Columns added later have a default, and rows inserted by tests may omit them; hence `Generated`.
  [K in keyof T['fields'] & string as T['fields'][K] extends { readonly kept: 'apart' } ? never : Snake<K>]: Generated<
    ColumnOf<T['fields'][K]>
  >;
} & (T['of'] extends 'platform' ? unknown : { school_id: number }) &
  (T['signed'] extends true ? { updated_by: number } : unknown) & {
    id: Generated<number>;
    version: Generated<number>;
    updated_ms: number;
    created_ms: ColumnType<number, number, never>;
  };

/** Tables of all declared resources. Their further tables are in the modules' own files. */
export type ResourceTables = {
  [M in keyof typeof resources as Snake<(typeof resources)[M]['name']>]: ThingTable<(typeof resources)[M]>;
};
