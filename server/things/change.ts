import type { Kysely, Transaction } from 'kysely';
import { type DraftOf, type FieldsOf, fieldsWith, newOf, type Thing } from '../../sync/contract/thing.ts';
import type { Database } from '../db/schema.ts';
import { versionNoteStore } from '../db/version-note-store.ts';
import type { AuditChange } from '../http/audit.ts';
import { type Caller, refuse, Refusal, type RequestContext } from '../http/handler.ts';
import { refuseStale } from '../http/stale-version.ts';
import type { ServerClock } from '../ports.ts';
import { oneChange } from './one-change.ts';
import { thingMessages } from './thing-messages.ts';
import { differing, type Kept, type ThingStore } from './thing-store.ts';

export interface ChangeDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
}
export type CallerContext = RequestContext & { readonly caller: Caller };
export interface Key {
  readonly id: number;
  /** Version that the caller saw. */
  readonly version: number;
}

/** The new state of a resource: its form's draft, or only fields that change, or `remove`, or the reason for refusing the change. */
export type Next<T extends Thing> = DraftOf<T> | Partial<FieldsOf<T>> | 'remove' | Refusal;
export interface Now<T extends Thing> {
  readonly tx: Transaction<Database>;
  /** Undefined: the resource is being added. */
  readonly before: Kept<T> | undefined;
  readonly caller: Caller;
  readonly nowMs: number;
}

/**
 * Changes a resource in one unit of work. Checks that the row belongs to the caller's school, still has the version in `key` (null: a new
 * row) and violates no uniqueness. `next` decides the new state and may query and write with `tx`. Then writes the row, its change
 * history, the audit entry and the idempotent response. Rolls back everything on a refusal.
 */
export async function change<T extends Thing>(
  { db, clock }: ChangeDeps,
  store: ThingStore<T>,
  context: CallerContext,
  key: Key | null,
  next: (now: Now<T>) => Promise<Next<T>> | Next<T>,
): Promise<Key | Refusal> {
  const { thing } = store;
  const { caller, audit } = context;
  const { schoolId } = caller;
  const nowMs = clock.nowMs();
  const by = { userId: caller.userId, nowMs };
  const messages = thingMessages(thing);

  const entry = (id: number, before: Kept<T> | null, after: (FieldsOf<T> & { version?: number }) | null): AuditChange => ({
    entity: thing.name,
    id,
    name: String((after ?? before)?.[thing.title]),
    before,
    after,
    ...(thing.of === 'platform' && { schoolId: null }),
  });

  return oneChange<Key | Refusal>(db, thing.of === 'school' ? schoolId : 'everything', context, async (tx) => {
    const [rows, notes] = [store.within(tx), versionNoteStore(tx)];
    const before = key === null ? undefined : await rows.byId(schoolId, key.id);
    if (key !== null && before === undefined) return refuse('notFound', messages.notFound());
    if (before !== undefined && before.version !== key?.version) {
      const since = await notes.since(thing.name, before.id, key?.version ?? 0);
      return refuseStale(messages.called, since, messages.fieldNames);
    }
    const becomes = await next({ tx, before, caller, nowMs });
    if (becomes instanceof Refusal) return becomes;

    if (becomes === 'remove') {
      if (before === undefined) throw new Error('a thing that is not there yet cannot be removed');
      await rows.remove(before.id);
      await notes.forget(thing.name, before.id);
      await audit.noteIn(tx, entry(before.id, before, null));
      return { id: before.id, version: before.version };
    }

    const after: FieldsOf<T> = before === undefined ? newOf(thing, becomes as DraftOf<T>) : { ...before, ...becomes };
    for (const field of fieldsWith(thing, 'unique'))
      if (await rows.isTaken(schoolId, field, after[field], before?.id))
        return refuse('invalid', messages.invalid(), { fields: [{ path: field, message: messages.taken(field) }] });
    if (before === undefined) {
      const made = await rows.add(schoolId, after, by);
      await audit.noteIn(tx, entry(made.id, null, after));
      return made;
    }
    const version = before.version + 1;
    await rows.write({ id: before.id, version }, after, by);
    await notes.write({ kind: thing.name, id: before.id, version }, { ...by, fields: differing(thing, before, after) });
    await audit.noteIn(tx, entry(before.id, before, { ...after, version }));
    return { id: before.id, version };
  });
}
