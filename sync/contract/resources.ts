import { apiContract } from './index.ts';
import type { Resource } from './resource.ts';

type Contract = typeof apiContract;
/** Calls of a module that changes a declared resource. */
interface ResourceModule {
  readonly modify: { readonly resource: Resource };
}
type ResourceName = { [M in keyof Contract]: Contract[M] extends ResourceModule ? M : never }[keyof Contract];
type DeclaredResources = { readonly [M in ResourceName]: Contract[M]['modify']['resource'] };

const isResourceModule = (calls: object): calls is ResourceModule =>
  'modify' in calls && typeof calls.modify === 'object' && calls.modify !== null && 'resource' in calls.modify;

/** All declared resources, by the module of their calls. They are collected from the contract's calls, so no resource has to be registered. */
export const resources = Object.fromEntries(
  Object.entries(apiContract).flatMap(([module, calls]) => (isResourceModule(calls) ? [[module, calls.modify.resource]] : [])),
) as unknown as DeclaredResources;
