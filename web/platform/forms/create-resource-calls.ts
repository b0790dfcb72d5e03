import type { z } from 'zod';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import { createBlankDraft, pickResourceDraft, type ResourceDraft, type Resource } from '../../../sync/contract/resource.ts';
import type { CallOfPath, CallPath } from '../api/call-path.ts';
import type { CallPrefix } from '../api/call-query.ts';
import { makeCall, type CallOptions } from '../api/call.ts';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

/** Makes a function that makes the call with this path. */
export const createCall =
  <P extends CallPath>(path: P) =>
  (input: CallInput<CallOfPath<P>>, options?: CallOptions): Promise<CallOutput<CallOfPath<P>>> =>
    makeCall(path, input, options);

/** Returns the path prefix of a resource's module: after a change, all answers of its calls are stale. */
export const getResourcePrefix = (resource: Resource): CallPrefix => `/${resource.module ?? resource.name}` as CallPrefix;

/** Declaration of a resource with the calls that read and change it. `D` is the type that its form sends, `R` the type of a row. */
export interface ResourceCalls<D, R> {
  readonly resource: Resource;
  readonly schema: z.ZodType<D, D>;
  readonly blank: D;
  readonly draftOf: (row: R) => D;
  readonly add: (draft: D, options?: CallOptions) => Promise<RowVersionKey>;
  readonly modify: (draft: D & RowVersionKey, options?: CallOptions) => Promise<RowVersionKey>;
  readonly remove: (key: RowVersionKey, options?: CallOptions) => Promise<object>;
  readonly newest: (id: number) => Promise<R>;
}

/**
 * Joins a resource with its calls. Each resource has one such object, beside its pages:
 *
 *     export const classResourceCalls = createResourceCalls(classResource, {
 *       add: createCall('/class/add'), modify: createCall('/class/modify'), remove: createCall('/class/remove'), getById: createCall('/class/getById'),
 *     });
 */
export const createResourceCalls = <T extends Resource, R extends ResourceDraft<T> & RowVersionKey>(
  resource: T & { readonly draft: z.ZodType<ResourceDraft<T>, ResourceDraft<T>> },
  calls: {
    readonly add: (draft: ResourceDraft<T>, options?: CallOptions) => Promise<RowVersionKey>;
    readonly modify: (draft: ResourceDraft<T> & RowVersionKey, options?: CallOptions) => Promise<RowVersionKey>;
    readonly remove: (key: RowVersionKey, options?: CallOptions) => Promise<object>;
    readonly getById: (input: { id: number }) => Promise<R>;
  },
): ResourceCalls<ResourceDraft<T>, R> => ({
  ...calls,
  resource,
  schema: resource.draft,
  blank: createBlankDraft<T>(resource),
  draftOf: (row) => pickResourceDraft<T>(resource, row),
  newest: (id) => calls.getById({ id }),
});
