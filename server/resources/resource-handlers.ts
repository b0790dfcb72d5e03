import type { ResourceDraft, ResourceFilter, ResourceRow, ResourceShown, Resource } from '../../sync/contract/resource.ts';
import { type Caller, refuse } from '../http/handler.ts';
import { readListQuery } from '../http/input/list-query.ts';
import { type CallerContext, type ChangeDeps, changeResource, createResourceMessages, type ResourceChangeState } from './change.ts';
import { type StoredResource, mapSortColumns, type ResourceStore } from './resource-store.ts';
import type { RowVersionKey } from '../../sync/contract/scalars.ts';

/** Behaviour of a resource that its declaration cannot express. */
export interface ResourceBehaviour<T extends Resource> {
  /** Returns a function that adds computed fields to the rows of one page. */
  readonly shown: (rows: readonly StoredResource<T>[], caller: Caller) => Promise<(row: StoredResource<T>) => ResourceShown<T>>;
  /** Refuses a draft beyond its schema: a user of another school, two fields that contradict each other. */
  readonly checkDraft?: (draft: ResourceDraft<T>, now: ResourceChangeState<T>) => Promise<void>;
  /** Refuses to remove a row that must stay, such as one that is in use. */
  readonly checkRemoval?: (before: StoredResource<T>, now: ResourceChangeState<T>) => Promise<void>;
}
/** Adds nothing to the rows; for a resource whose rows show only their fields. */
export const addNoValues = async (): Promise<() => Record<never, never>> => () => ({});

interface ListAsked<T extends Resource> {
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: string | undefined;
  readonly filter?: ResourceFilter<T> | undefined;
}

/** Converts stored rows to the rows that calls return. */
export const createRowConverter =
  <T extends Resource>(behaviour: Pick<ResourceBehaviour<T>, 'shown'>) =>
  async (stored: readonly StoredResource<T>[], caller: Caller): Promise<ResourceRow<T>[]> => {
    const shownOf = await behaviour.shown(stored, caller);
    return stored.map((row) => ({ ...row, ...shownOf(row) }));
  };

/** Builds the handlers of `defineResourceCalls`. A module spreads them among its own. */
export function createResourceHandlers<T extends Resource>(deps: ChangeDeps, store: ResourceStore<T>, behaviour: ResourceBehaviour<T>) {
  const { resource } = store;
  const messages = createResourceMessages(resource);
  const rowsOf = createRowConverter(behaviour);
  const checkDraft = async (draft: ResourceDraft<T>, now: ResourceChangeState<T>): Promise<ResourceDraft<T>> => {
    await behaviour.checkDraft?.(draft, now);
    return draft;
  };

  return {
    async getList({ filter, ...asked }: ListAsked<T>, { caller }: CallerContext): Promise<{ items: ResourceRow<T>[]; total: number }> {
      const order = readListQuery(asked, mapSortColumns(resource), resource.title);
      const { items, total } = await store.list(caller.schoolId, filter ?? {}, order);
      return { items: await rowsOf(items, caller), total };
    },

    async getById({ id }: { id: number }, { caller }: CallerContext): Promise<ResourceRow<T>> {
      const storedRow = await store.byId(caller.schoolId, id);
      const [row] = storedRow === undefined ? [] : await rowsOf([storedRow], caller);
      return row ?? refuse('notFound', messages.notFound());
    },

    add: (draft: ResourceDraft<T>, context: CallerContext): Promise<RowVersionKey> =>
      changeResource(deps, store, context, null, (now) => checkDraft(draft, now)),

    modify: ({ id, version, ...rest }: ResourceDraft<T> & RowVersionKey, context: CallerContext): Promise<RowVersionKey> =>
      changeResource(deps, store, context, { id, version }, (now) => checkDraft(rest as unknown as ResourceDraft<T>, now)),

    async remove(key: RowVersionKey, context: CallerContext): Promise<Record<string, never>> {
      await changeResource(deps, store, context, key, async (now): Promise<'remove'> => {
        if (now.before) await behaviour.checkRemoval?.(now.before, now);
        return 'remove';
      });
      return {};
    },
  };
}
