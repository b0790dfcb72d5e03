import type { z } from 'zod';
import type { ErrorName } from './errors.ts';
import type { Role } from './roles.ts';
import type { RowAccess } from './row-rights.ts';
import type { Resource } from './resource.ts';

/** Permission to make a call. `ticket`: the upload token in the body authorises it, without a session (SY11). `signedIn`: any role. */
export type Access = 'public' | 'ticket' | 'signedIn' | readonly Role[];

export interface CallSpec {
  readonly summary: string;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly access: Access;
  /** Errors that the call may return besides `commonErrors`. */
  readonly errors: readonly ErrorName[];
  /** True if the call changes data. The read-only school leader cannot make such calls. */
  readonly changes: boolean;
  /** Allows the read-only school leader to make the call, to approve something. The handler decides what exactly is allowed. */
  readonly leaderMay?: true;
  /** Rows that the input names, and what the call does with them. `row-rights.ts` decides whether the caller may. */
  readonly rows?: readonly RowAccess[];
  /** Kind of entity that the call adds; `server/limits.ts` bounds their number. */
  readonly makes?: 'paper' | 'plan' | 'question' | 'category';
  /** Allows the call before the user has replaced a password that another person set. */
  readonly beforeOwnPassword?: true;
  /**
   * True for idempotent calls. A repeat with the same request key (lost response, double click) returns the first response and does
   * nothing. The response is stored in the transaction of the change (decision 035).
   * Calls that add something need it, because a new row has no version to compare. Calls that change or remove a given version need it
   * too: otherwise the repeat reports the caller's own change as a conflict (tested by `sent-thrice.sqlite.test.ts`).
   */
  readonly once?: true;
  /** Resource that the call shows or changes, if it is declared in `resource.ts`. */
  readonly resource?: Resource;
  /** Largest request body in bytes; 1 MiB by default. */
  readonly maxBytes?: number;
}

/** HTTP header with the request key, by which the server recognises a repeat of a call (`once`). */
export const requestKeyHeader = 'X-Request-Key';

export type ApiCall<S extends CallSpec = CallSpec> = S & { readonly path: `/${string}/${string}` };

/** Defines the calls of one module. A key becomes the path `/<module>/<key>`. */
export function defineCalls<const M extends string, const T extends Record<string, CallSpec>>(
  module: M,
  specs: T,
): { readonly [K in keyof T]: T[K] & { readonly path: `/${M}/${string & K}` } } {
  const entries = Object.entries(specs).map(([verb, spec]) => [verb, { ...spec, path: `/${module}/${verb}` }]);
  return Object.fromEntries(entries) as never;
}

export type CallInput<C extends CallSpec> = z.input<C['input']>;
export type ParsedCallInput<C extends CallSpec> = z.output<C['input']>;
export type CallOutput<C extends CallSpec> = z.output<C['output']>;

/** Body of every response, at any HTTP status. */
export interface ResponseEnvelope<T = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data?: T;
}
