import type { apiContract, ModuleName } from '../../../sync/contract/index.ts';

type AnyCall = { [M in ModuleName]: (typeof apiContract)[M][keyof (typeof apiContract)[M]] }[ModuleName];

/** Path '/module/verb' of every call. This is a type only, so naming a call adds no schema to a page's chunk. */
export type CallPath = AnyCall['path'];

/** Declaration of the call with this path: its input and output. */
export type CallOfPath<P extends CallPath> = Extract<AnyCall, { readonly path: P }>;
