import { z } from 'zod';

/** A label in Chinese and English, such as "Head teacher". */
export type BilingualLabel = readonly [chinese: string, english: string];

/** A field of a resource. Forms send its value, and the resource's rows show it. */
export interface ResourceFieldSpec {
  readonly words: BilingualLabel;
  /** Schema for the value in input. Stored rows may hold values that an older schema accepted. */
  readonly is: z.ZodType;
  /** Initial value in an empty form. */
  readonly blank: unknown;
  /** A valid value, for the API description and the contract tests. */
  readonly example: unknown;
  /** How the database stores the value; by default unchanged, in a column. `ownTables`: in other tables, written by a `SeparateFieldStore`. */
  readonly storedAs?: 'json' | 'flag' | 'ownTables';
  /** Set for a field that only a separate call changes, never the form, such as a status. A new row starts with its `blank`. */
  readonly by?: 'call';
  /** The list's keyword searches this field. */
  readonly search?: true;
  /** The list can be sorted by this field; each such order needs a database index. */
  readonly sort?: true;
  /** The list can be filtered by this field. */
  readonly filter?: true;
  /** The value is unique among the rows of one owner. */
  readonly unique?: true;
}

/**
 * A value that rows show in addition to the fields or in place of one, such as a count or the name for an id. `words` is set if a list
 * has a column for it.
 */
export interface ShownValueSpec {
  readonly words?: BilingualLabel;
  readonly is: z.ZodType;
}

export type ResourceFields = Readonly<Record<string, ResourceFieldSpec>>;
export type ResourceShownValues = Readonly<Record<string, ShownValueSpec>>;

/**
 * A resource: an entity declared once with its labels, its fields and the values its rows show. Rows, calls, lists, forms and log
 * entries follow from the declaration.
 */
export interface Resource {
  /** Name of the resource's table, and of the resource in audit log entries. */
  readonly name: string;
  /** Module of the resource's calls, if the module has another name than the resource. */
  readonly module?: string;
  readonly words: BilingualLabel;
  /** Owner of the rows: a school, or the platform, whose rows every school sees. */
  readonly of: 'school' | 'platform';
  /** The field that names a row; lists are sorted by it at first. */
  readonly title: string;
  /** True if rows record the user who changed them last. */
  readonly signed?: true;
  readonly fields: ResourceFields;
  readonly shown: ResourceShownValues;
  /** Schema of the input that the resource's form sends. */
  readonly draft: z.ZodObject;
}
/** A resource that keeps the types of its fields and values, from which the types of its calls, rows and forms are derived. */
export interface DeclaredResource<N extends string, F extends ResourceFields, S extends ResourceShownValues> extends Resource {
  readonly name: N;
  readonly title: keyof F & string;
  readonly fields: F;
  readonly shown: S;
  readonly draft: z.ZodObject<{ -readonly [K in keyof FormShape<F>]: FormShape<F>[K] }>;
}
type FormShape<F extends ResourceFields> = { readonly [K in keyof F as F[K] extends ByCall ? never : K]: F[K]['is'] };
interface ByCall {
  readonly by: 'call';
}

type Values<F extends ResourceFields> = {
  readonly [K in keyof F]: { readonly blank: z.output<F[K]['is']>; readonly example: z.output<F[K]['is']> };
};

/** Declares a resource and derives `draft`, the schema of the input that its form sends. */
export const defineResource = <N extends string, F extends ResourceFields, S extends ResourceShownValues, const M extends Marks>(
  spec: Omit<DeclaredResource<N, F, S>, 'fields' | 'draft' | keyof Marks> & M & { readonly fields: F & Values<F> },
): DeclaredResource<N, F, S> & M => ({ ...spec, draft: z.object(buildFormShape<F>(spec.fields)) });
/** Properties of a resource whose literal types must be preserved, because other types depend on them. */
type Marks = Pick<Resource, 'of' | 'signed' | 'module'>;

const buildFormShape = <F extends ResourceFields>(fields: F): FormShape<F> =>
  Object.fromEntries(Object.entries(fields).flatMap(([field, { is, by }]) => (by === 'call' ? [] : [[field, is]]))) as FormShape<F>;

/** Values of all fields of a resource, by field name. */
export type ResourceFieldValues<T extends Resource> = { [K in keyof T['fields']]: z.output<T['fields'][K]['is']> };
/** Values of the fields that the resource's form sends, by field name. */
export type ResourceDraft<T extends Resource> = {
  [K in keyof T['fields'] as T['fields'][K] extends ByCall ? never : K]: z.output<T['fields'][K]['is']>;
};
export type ResourceShown<T extends Resource> = { [K in keyof T['shown']]: z.output<T['shown'][K]['is']> };
export type ResourceRow<T extends Resource> = { id: number; version: number; updatedMs: number } & Omit<
  ResourceFieldValues<T>,
  keyof T['shown']
> &
  ResourceShown<T>;
/** Values of the fields that are stored in other tables than the resource's own. */
export type SeparateFieldValues<T extends Resource> = {
  [K in keyof T['fields'] as T['fields'][K] extends { readonly storedAs: 'ownTables' } ? K : never]: z.output<T['fields'][K]['is']>;
};
export type ResourceFilter<T extends Resource> = {
  [K in keyof T['fields'] as T['fields'][K] extends { readonly filter: true } ? K : never]?: z.output<T['fields'][K]['is']> | undefined;
} & { keyword?: string | undefined };

/** Maps the values of an object and keeps the types of its keys, which `Object.entries` would lose. */
export const mapValues = <T extends object, R>(from: T, of: (value: T[keyof T], key: keyof T & string) => R): { [K in keyof T]: R } =>
  Object.fromEntries(Object.entries(from).map(([key, value]) => [key, of(value as T[keyof T], key as keyof T & string)])) as {
    [K in keyof T]: R;
  };

/** Lists the fields with a property: `listFieldsWith(resource, 'sort')`. */
export const listFieldsWith = <T extends Resource>(
  resource: T,
  what: 'search' | 'sort' | 'filter' | 'unique',
): (keyof T['fields'] & string)[] => Object.keys(resource.fields).filter((field) => resource.fields[field]?.[what] === true);

const buildDraft = <T extends Resource>(resource: T, of: (field: ResourceFieldSpec, key: string) => unknown): ResourceDraft<T> =>
  Object.fromEntries(
    Object.keys(resource.draft.shape).map((key) => [key, of(resource.fields[key] as ResourceFieldSpec, key)]),
  ) as ResourceDraft<T>;
/** Returns the draft of an empty form. */
export const createBlankDraft = <T extends Resource>(resource: T): ResourceDraft<T> => buildDraft(resource, (field) => field.blank);
/** Returns a valid draft, for the API description and the tests. */
export const createExampleDraft = <T extends Resource>(resource: T): ResourceDraft<T> => buildDraft(resource, (field) => field.example);
/** Picks from a row the fields that the resource's form sends. */
export const pickResourceDraft = <T extends Resource>(resource: T, row: ResourceDraft<T>): ResourceDraft<T> =>
  buildDraft(resource, (_field, key) => row[key as keyof ResourceDraft<T>]);
/** Completes a draft with the initial values of the fields it cannot set. */
export const completeDraft = <T extends Resource>(resource: T, draft: ResourceDraft<T>): ResourceFieldValues<T> =>
  ({ ...mapValues(resource.fields, (field) => field.blank), ...draft }) as ResourceFieldValues<T>;

/** Finds the label of a field or of a shown value. */
export const findFieldLabel = (resource: Resource, field: string): BilingualLabel | undefined =>
  resource.fields[field]?.words ?? resource.shown[field]?.words;

/** Converts a label for the middle of an English sentence: "head teacher", but "ID number". */
export const toMidSentence = (english: string): string =>
  /^[A-Z](?![A-Z])/.test(english) ? english[0]?.toLowerCase() + english.slice(1) : english;
