import type { apiContract } from '../../sync/contract/index.ts';
import type { Resource, SeparateFieldValues } from '../../sync/contract/resource.ts';
import { resources } from '../../sync/contract/resources.ts';
import type { AllHandlers } from '../http/handler.ts';
import type { ChangeDeps } from './change.ts';
import { addNoValues, createResourceHandlers } from './resource-handlers.ts';
import { createResourceStore } from './resource-store.ts';

type Contract = typeof apiContract;
type PlainCalls = 'getList' | 'getById' | 'add' | 'modify' | 'remove';
type HasOnlyFields<R extends Resource> = keyof R['shown'] | keyof SeparateFieldValues<R> extends never ? true : false;

/** Modules that have only the five calls of a resource (`PlainCalls`) and whose rows show only its fields. Other modules need their own handlers. */
export type PlainModule<C = Contract> = {
  [M in keyof C]: keyof C[M] extends PlainCalls
    ? C[M] extends { readonly modify: { readonly resource: infer R extends Resource } }
      ? HasOnlyFields<R> extends true
        ? M
        : never
      : never
    : never;
}[keyof C];

/** Creates the handlers of the resources that have none in `ownHandlers`. */
export const createPlainHandlers = (deps: ChangeDeps, ownHandlers: object): Pick<AllHandlers, PlainModule> =>
  Object.fromEntries(
    Object.entries<Resource>(resources)
      .filter(([module]) => !(module in ownHandlers))
      .map(([module, resource]): readonly unknown[] => [
        module,
        createResourceHandlers(deps, createResourceStore(deps.db, resource, null), { shown: addNoValues }),
      ]),
  );
