import { z } from 'zod';

/** The same in Chinese and in English, as a label has it: "Head teacher". */
export type Words = readonly [chinese: string, english: string];

/** A field of a thing: forms send it, rows show it. */
export interface FieldSpec {
  readonly words: Words;
  /** What may be written. Rows tell whatever is kept, also what an older rule let in. */
  readonly is: z.ZodType;
  /** What an empty form begins with. */
  readonly blank: unknown;
  /** A good value: for the API's description, and what the contract tests write. */
  readonly example: unknown;
  /** Its column's way of keeping it, as it is unless told. `apart`: in tables of its own, by the module's hand. */
  readonly kept?: 'json' | 'flag' | 'apart';
  /** Changed by calls of its own, never by the form: a status. A new thing has its `blank`. */
  readonly by?: 'call';
  /** The list's keyword looks here. */
  readonly search?: true;
  /** The list can be sorted by it: an index gives each such order. */
  readonly sort?: true;
  /** The list can be narrowed to one value of it. */
  readonly filter?: true;
  /** No other thing of the same owner has it. */
  readonly unique?: true;
}

/** What rows show besides, or in place of a field: what is counted, or named for an id. Words where a list has a column of it. */
export interface ShownSpec {
  readonly words?: Words;
  readonly is: z.ZodType;
}

export type Fields = Readonly<Record<string, FieldSpec>>;
export type Shown = Readonly<Record<string, ShownSpec>>;

/** A kind of thing people keep: its words, its fields and what its rows show. Rows, calls, lists, forms and logs follow from it. */
export interface Thing {
  /** Of its table and its entries in the logs. */
  readonly name: string;
  /** Of its calls, where it isn't the same. */
  readonly module?: string;
  readonly words: Words;
  /** A school's own things, or the platform's, which every school sees. */
  readonly of: 'school' | 'platform';
  /** The field it is called by; lists begin sorted by it. */
  readonly title: string;
  /** It is kept who changed it last. */
  readonly signed?: true;
  readonly fields: Fields;
  readonly shown: Shown;
  /** What its form sends. */
  readonly draft: z.ZodObject;
}
/** One thing, with all that its declaration says. */
export interface Declared<N extends string, F extends Fields, S extends Shown> extends Thing {
  readonly name: N;
  readonly title: keyof F & string;
  readonly fields: F;
  readonly shown: S;
  readonly draft: z.ZodObject<{ -readonly [K in keyof FormShape<F>]: FormShape<F>[K] }>;
}
type FormShape<F extends Fields> = { readonly [K in keyof F as F[K] extends ByCall ? never : K]: F[K]['is'] };
interface ByCall {
  readonly by: 'call';
}

type Values<F extends Fields> = {
  readonly [K in keyof F]: { readonly blank: z.output<F[K]['is']>; readonly example: z.output<F[K]['is']> };
};

export const defineThing = <N extends string, F extends Fields, S extends Shown, const M extends Marks>(
  spec: Omit<Declared<N, F, S>, 'fields' | 'draft' | keyof Marks> & M & { readonly fields: F & Values<F> },
): Declared<N, F, S> & M => ({ ...spec, draft: z.object(formOf<F>(spec.fields)) });
/** What types tell things apart by. */
type Marks = Pick<Thing, 'of' | 'signed' | 'module'>;

const formOf = <F extends Fields>(fields: F): FormShape<F> =>
  Object.fromEntries(Object.entries(fields).flatMap(([field, { is, by }]) => (by === 'call' ? [] : [[field, is]]))) as FormShape<F>;

/** All its fields. */
export type FieldsOf<T extends Thing> = { [K in keyof T['fields']]: z.output<T['fields'][K]['is']> };
/** Those that its form sends. */
export type DraftOf<T extends Thing> = {
  [K in keyof T['fields'] as T['fields'][K] extends ByCall ? never : K]: z.output<T['fields'][K]['is']>;
};
export type ShownOf<T extends Thing> = { [K in keyof T['shown']]: z.output<T['shown'][K]['is']> };
export type RowOf<T extends Thing> = { id: number; version: number; updatedMs: number } & Omit<FieldsOf<T>, keyof T['shown']> & ShownOf<T>;
/** What of a draft is kept in tables of its own. */
export type ApartOf<T extends Thing> = {
  [K in keyof T['fields'] as T['fields'][K] extends { readonly kept: 'apart' } ? K : never]: z.output<T['fields'][K]['is']>;
};
export type FilterOf<T extends Thing> = {
  [K in keyof T['fields'] as T['fields'][K] extends { readonly filter: true } ? K : never]?: z.output<T['fields'][K]['is']> | undefined;
} & { keyword?: string | undefined };

/** The same keys with something else of each: TypeScript forgets keys that go through a list. */
export const mapped = <T extends object, R>(from: T, of: (value: T[keyof T], key: keyof T & string) => R): { [K in keyof T]: R } =>
  Object.fromEntries(Object.entries(from).map(([key, value]) => [key, of(value as T[keyof T], key as keyof T & string)])) as {
    [K in keyof T]: R;
  };

/** What of a thing's fields is true of each: `fieldsWith(thing, 'sort')`. */
export const fieldsWith = <T extends Thing>(thing: T, what: 'search' | 'sort' | 'filter' | 'unique'): (keyof T['fields'] & string)[] =>
  Object.keys(thing.fields).filter((field) => thing.fields[field]?.[what] === true);

const form = <T extends Thing>(thing: T, of: (field: FieldSpec, key: string) => unknown): DraftOf<T> =>
  Object.fromEntries(Object.keys(thing.draft.shape).map((key) => [key, of(thing.fields[key] as FieldSpec, key)])) as DraftOf<T>;
export const blankOf = <T extends Thing>(thing: T): DraftOf<T> => form(thing, (field) => field.blank);
export const exampleOf = <T extends Thing>(thing: T): DraftOf<T> => form(thing, (field) => field.example);
/** What a form sends back of a row. */
export const draftOf = <T extends Thing>(thing: T, row: DraftOf<T>): DraftOf<T> =>
  form(thing, (_field, key) => row[key as keyof DraftOf<T>]);
/** A new thing, as its form sent it. */
export const newOf = <T extends Thing>(thing: T, draft: DraftOf<T>): FieldsOf<T> =>
  ({ ...mapped(thing.fields, (field) => field.blank), ...draft }) as FieldsOf<T>;

/** Its words wherever it stands: a field of the form, something shown, or what every row has. */
export const wordsOf = (thing: Thing, field: string): Words | undefined => thing.fields[field]?.words ?? thing.shown[field]?.words;

/** As it stands in the middle of an English sentence: "head teacher", but "ID number". */
export const midSentence = (english: string): string =>
  /^[A-Z](?![A-Z])/.test(english) ? english[0]?.toLowerCase() + english.slice(1) : english;
