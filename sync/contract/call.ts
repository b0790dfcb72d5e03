import type { z } from 'zod';
import type { ErrorName } from './errors.ts';
import type { Role } from './roles.ts';
import type { RowClaim } from './row-rights.ts';
import type { Thing } from './thing.ts';

/**
 * Who may make a call. `ticket`: authorised by the upload ticket in its body alone, needs no session (SY11).
 * `signedIn`: any role.
 */
export type Access = 'public' | 'ticket' | 'signedIn' | readonly Role[];

export interface CallSpec {
  readonly summary: string;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly access: Access;
  /** What it may answer with besides `commonErrors`. */
  readonly errors: readonly ErrorName[];
  /** Does it change something? Calls that do refuse the read-only school leader. */
  readonly changes: boolean;
  /** The read-only school leader may make it all the same: an approval. What exactly, its handler decides. */
  readonly leaderMay?: true;
  /** The rows it names and what it does with them: `row-rights.ts` says whether the caller may. */
  readonly rows?: readonly RowClaim[];
  /** Adds one of these (or many): there is a most of them (server/limits.ts). */
  readonly makes?: 'paper' | 'plan' | 'question' | 'category';
  /** May be made before a password that somebody else gave has been changed. */
  readonly beforeOwnPassword?: true;
  /**
   * It adds something, and what is added has no version to compare; or it changes or removes the version that somebody saw (`sent-thrice` asks), and
   * its lost answer would be told as somebody else's change. Asked again under the same request key (a lost answer, a second press), it answers as
   * before and does nothing: the answer is kept in the transaction of the change (decision 55).
   */
  readonly once?: true;
  /** The thing it shows or changes, where that is declared (`thing.ts`). */
  readonly thing?: Thing;
  /** Largest body taken; 1 MiB unless told. */
  readonly maxBytes?: number;
}

/** Carries the request key. */
export const requestKeyHeader = 'X-Request-Key';

export type Call<S extends CallSpec = CallSpec> = S & { readonly path: `/${string}/${string}` };

/** The calls of one module: a key becomes the path `/<module>/<key>`. */
export function defineCalls<const M extends string, const T extends Record<string, CallSpec>>(
  module: M,
  specs: T,
): { readonly [K in keyof T]: T[K] & { readonly path: `/${M}/${string & K}` } } {
  const entries = Object.entries(specs).map(([verb, spec]) => [verb, { ...spec, path: `/${module}/${verb}` }]);
  return Object.fromEntries(entries) as never;
}

export type CallInput<C extends CallSpec> = z.input<C['input']>;
export type CallParsed<C extends CallSpec> = z.output<C['input']>;
export type CallOutput<C extends CallSpec> = z.output<C['output']>;

/** Every answer, at any HTTP status. */
export interface Envelope<T = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data?: T;
}
