import type { z } from 'zod';
import type { CallInput, CallOutput } from '../../sync/contract/call.ts';
import { blankOf, draftOf, type DraftOf, type Thing } from '../../sync/contract/thing.ts';
import type { CallAt, CallPath } from './call-path.ts';
import type { CallPrefix } from './call-query.ts';
import { call, type CallOptions } from './call.ts';

/** Makes a function that makes the call with this path. */
export const callOf =
  <P extends CallPath>(path: P) =>
  (input: CallInput<CallAt<P>>, options?: CallOptions): Promise<CallOutput<CallAt<P>>> =>
    call(path, input, options);

export interface Key {
  readonly id: number;
  readonly version: number;
}

/** Returns the path prefix of a resource's module: after a change, all answers of its calls are stale. */
export const listsOf = (thing: Thing): CallPrefix => `/${thing.module ?? thing.name}` as CallPrefix;

/** Declaration of a resource with the calls that read and change it. `D` is the type that its form sends, `R` the type of a row. */
export interface ThingDesk<D, R> {
  readonly thing: Thing;
  readonly schema: z.ZodType<D, D>;
  readonly blank: D;
  readonly draftOf: (row: R) => D;
  readonly add: (draft: D, options?: CallOptions) => Promise<Key>;
  readonly modify: (draft: D & Key, options?: CallOptions) => Promise<Key>;
  readonly remove: (key: Key) => Promise<object>;
  readonly newest: (id: number) => Promise<R>;
}

/**
 * Joins a resource with its calls. Each resource has one such object, beside its pages:
 *
 *     export const classDesk = thingDesk(classThing, {
 *       add: callOf('/class/add'), modify: callOf('/class/modify'), remove: callOf('/class/remove'), getById: callOf('/class/getById'),
 *     });
 */
export const thingDesk = <T extends Thing, R extends DraftOf<T> & Key>(
  thing: T & { readonly draft: z.ZodType<DraftOf<T>, DraftOf<T>> },
  calls: {
    readonly add: (draft: DraftOf<T>, options?: CallOptions) => Promise<Key>;
    readonly modify: (draft: DraftOf<T> & Key, options?: CallOptions) => Promise<Key>;
    readonly remove: (key: Key) => Promise<object>;
    readonly getById: (input: { id: number }) => Promise<R>;
  },
): ThingDesk<DraftOf<T>, R> => ({
  ...calls,
  thing,
  schema: thing.draft,
  blank: blankOf<T>(thing),
  draftOf: (row) => draftOf<T>(thing, row),
  newest: (id) => calls.getById({ id }),
});
