import type { contract, ModuleName } from '../../sync/contract/index.ts';

type AnyCall = { [M in ModuleName]: (typeof contract)[M][keyof (typeof contract)[M]] }[ModuleName];

/** '/module/verb' of every call there is. Types only: naming a call by its path draws no schema into a page's chunk. */
export type CallPath = AnyCall['path'];

/** The declaration of a path: what it takes and gives. */
export type CallAt<P extends CallPath> = Extract<AnyCall, { readonly path: P }>;
