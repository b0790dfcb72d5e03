import type { DraftOf, FilterOf, RowOf, ShownOf, Thing } from '../../sync/contract/thing.ts';
import { type Caller, refuse, Refusal } from '../http/handler.ts';
import { readListQuery } from '../http/list-query.ts';
import { type CallerContext, change, type ChangeDeps, type Key, type Now } from './change.ts';
import { thingMessages } from './thing-messages.ts';
import { type Kept, sortsOf, type ThingStore } from './thing-store.ts';

/** Behaviour of a resource that its declaration cannot express. */
export interface Own<T extends Thing> {
  /** Returns a function that adds computed fields to the rows of one page. */
  readonly shown: (rows: readonly Kept<T>[], caller: Caller) => Promise<(row: Kept<T>) => ShownOf<T>>;
  /** Checks a draft beyond its schema: a user of another school, two fields that contradict each other. */
  readonly fault?: (draft: DraftOf<T>, now: Now<T>) => Promise<Refusal | undefined>;
  /** Returns the reason why a row cannot be removed. */
  readonly inTheWay?: (before: Kept<T>, now: Now<T>) => Promise<Refusal | undefined>;
}
/** Adds nothing to the rows; for a resource whose rows show only their fields. */
export const nothingMore = async (): Promise<() => Record<never, never>> => () => ({});

interface ListAsked<T extends Thing> {
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: string | undefined;
  readonly filter?: FilterOf<T> | undefined;
}

/** Converts stored rows to the rows that calls return. */
export const thingRows =
  <T extends Thing>(own: Pick<Own<T>, 'shown'>) =>
  async (kept: readonly Kept<T>[], caller: Caller): Promise<RowOf<T>[]> => {
    const shownOf = await own.shown(kept, caller);
    return kept.map((row) => ({ ...row, ...shownOf(row) }));
  };

/** Builds the handlers of `thingCalls`. A module spreads them among its own. */
export function thingHandlers<T extends Thing>(deps: ChangeDeps, store: ThingStore<T>, own: Own<T>) {
  const { thing } = store;
  const messages = thingMessages(thing);
  const rowsOf = thingRows(own);

  return {
    async getList({ filter, ...asked }: ListAsked<T>, { caller }: CallerContext): Promise<{ items: RowOf<T>[]; total: number } | Refusal> {
      const order = readListQuery(asked, sortsOf(thing), thing.title);
      if (order instanceof Refusal) return order;
      const { items, total } = await store.list(caller.schoolId, filter ?? {}, order);
      return { items: await rowsOf(items, caller), total };
    },

    async getById({ id }: { id: number }, { caller }: CallerContext): Promise<RowOf<T> | Refusal> {
      const kept = await store.byId(caller.schoolId, id);
      const [row] = kept === undefined ? [] : await rowsOf([kept], caller);
      return row ?? refuse('notFound', messages.notFound());
    },

    add: (draft: DraftOf<T>, context: CallerContext): Promise<Key | Refusal> =>
      change(deps, store, context, null, async (now) => (await own.fault?.(draft, now)) ?? draft),

    modify: ({ id, version, ...rest }: DraftOf<T> & Key, context: CallerContext): Promise<Key | Refusal> => {
      const draft = rest as unknown as DraftOf<T>;
      return change(deps, store, context, { id, version }, async (now) => (await own.fault?.(draft, now)) ?? draft);
    },

    async remove(key: Key, context: CallerContext): Promise<Record<string, never> | Refusal> {
      const done = await change(
        deps,
        store,
        context,
        key,
        async (now) => (now.before && (await own.inTheWay?.(now.before, now))) ?? 'remove',
      );
      return done instanceof Refusal ? done : {};
    },
  };
}
