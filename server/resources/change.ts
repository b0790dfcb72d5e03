import type { Kysely, Transaction } from 'kysely';
import {
  type ResourceDraft,
  type ResourceFieldValues,
  listFieldsWith,
  completeDraft,
  type Resource,
  toMidSentence,
  type BilingualLabel,
} from '../../sync/contract/resource.ts';
import type { RowVersionKey } from '../../sync/contract/scalars.ts';
import { createChangeNoteStore } from '../db/change-note-store.ts';
import type { Database } from '../db/schema.ts';
import type { AuditChange } from '../http/audit.ts';
import { type Caller, refuse, type RequestContext, type Message, say } from '../http/handler.ts';
import { requireVersion } from '../http/stale-version.ts';
import type { ServerClock } from '../ports.ts';
import { listDifferingFields, type StoredResource, type ResourceStore } from './resource-store.ts';
import { runUnitOfWork } from './unit-of-work.ts';

export interface ChangeDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
}
export type CallerContext = RequestContext & { readonly caller: Caller };

/** The new state of a resource: its form's draft, or only fields that change, or `remove`. */
export type ResourceNextState<T extends Resource> = ResourceDraft<T> | Partial<ResourceFieldValues<T>> | 'remove';
export interface ResourceChangeState<T extends Resource> {
  readonly tx: Transaction<Database>;
  /** The resource before the change; undefined if it is being added. */
  readonly before: StoredResource<T> | undefined;
  readonly caller: Caller;
  readonly nowMs: number;
}

const toMidSentenceLabel = ([zh, en]: BilingualLabel): Message => say(zh, toMidSentence(en));

/** Builds the messages of a resource with its own name and field names. */
export const createResourceMessages = (resource: Resource) => {
  const called = toMidSentenceLabel(resource.words);
  const fieldNames: Readonly<Record<string, Message>> = Object.fromEntries(
    Object.entries<{ readonly words?: BilingualLabel }>({ ...resource.shown, ...resource.fields }).flatMap(([field, { words }]) =>
      words === undefined ? [] : [[field, toMidSentenceLabel(words)]],
    ),
  );
  return {
    called,
    fieldNames,
    notFound: () => say(`没有这个${called['zh-CN']}`, `This ${called.en} does not exist`),
    taken: (field: string) =>
      say(
        `已有${called['zh-CN']}用了这个${fieldNames[field]?.['zh-CN'] ?? field}`,
        `Another ${called.en} already has this ${fieldNames[field]?.en ?? field}`,
      ),
    invalid: () => say('有 1 处内容不符合要求', 'One field is not as required'),
  };
};

/**
 * Changes a resource in one unit of work. Checks that the row belongs to the caller's school, still has the version in `key` (null: a new
 * row) and violates no uniqueness. `next` decides the new state or refuses, and may query and write with `tx`. Then writes the row, its change
 * history, the audit entry and the idempotent response. Rolls back everything on a refusal.
 */
export async function changeResource<T extends Resource>(
  { db, clock }: ChangeDeps,
  store: ResourceStore<T>,
  context: CallerContext,
  key: RowVersionKey | null,
  next: (now: ResourceChangeState<T>) => Promise<ResourceNextState<T>> | ResourceNextState<T>,
): Promise<RowVersionKey> {
  const { resource } = store;
  const { caller, audit } = context;
  const { schoolId } = caller;
  const nowMs = clock.nowMs();
  const by = { userId: caller.userId, nowMs };
  const messages = createResourceMessages(resource);

  const entry = (
    id: number,
    before: StoredResource<T> | null,
    after: (ResourceFieldValues<T> & { version?: number }) | null,
  ): AuditChange => ({
    entity: resource.name,
    id,
    name: String((after ?? before)?.[resource.title]),
    before,
    after,
    ...(resource.of === 'platform' && { schoolId: null }),
  });

  return runUnitOfWork(db, resource.of === 'school' ? schoolId : 'everything', context, async (tx) => {
    const [rows, notes] = [store.withTransaction(tx), createChangeNoteStore(tx)];
    const before = key === null ? undefined : await rows.byId(schoolId, key.id);
    if (key !== null && before === undefined) refuse('notFound', messages.notFound());
    if (before !== undefined) {
      const row = { kind: resource.name, id: before.id, version: before.version };
      await requireVersion(tx, row, key?.version ?? 0, messages.called, messages.fieldNames);
    }
    const becomes = await next({ tx, before, caller, nowMs });

    if (becomes === 'remove') {
      if (before === undefined) throw new Error('a row that does not exist cannot be removed');
      await rows.remove(before.id);
      await notes.forget(resource.name, before.id);
      await audit.noteIn(tx, entry(before.id, before, null));
      return { id: before.id, version: before.version };
    }

    const after: ResourceFieldValues<T> =
      before === undefined ? completeDraft(resource, becomes as ResourceDraft<T>) : { ...before, ...becomes };
    for (const field of listFieldsWith(resource, 'unique'))
      if (await rows.isTaken(schoolId, field, after[field], before?.id))
        refuse('invalid', messages.invalid(), { fields: [{ path: field, message: messages.taken(field) }] });
    if (before === undefined) {
      const addedRow = await rows.add(schoolId, after, by);
      await audit.noteIn(tx, entry(addedRow.id, null, after));
      return addedRow;
    }
    const version = before.version + 1;
    await rows.write({ id: before.id, version }, after, by);
    await notes.write({ kind: resource.name, id: before.id, version }, { ...by, fields: listDifferingFields(resource, before, after) });
    await audit.noteIn(tx, entry(before.id, before, { ...after, version }));
    return { id: before.id, version };
  });
}
