import type { Kysely } from 'kysely';
import { coWorkerStore } from '../db/co-worker-store.ts';
import { rowOwnerStore } from '../db/row-owner-store.ts';
import type { Database } from '../db/schema.ts';
import type { CallOutput, CallParsed } from '../../sync/contract/call.ts';
import type { sharingCalls } from '../../sync/contract/co-worker.ts';
import { type Caller, refuse, type Refusal, type RequestContext } from './handler.ts';
import { httpMessages } from './http-messages.ts';
import { oneChange } from '../things/one-change.ts';
import { actsOn } from './row-gate.ts';

type Calls = ReturnType<typeof sharingCalls>;
type Context = RequestContext & { readonly caller: Caller };
type Answered<K extends keyof Calls> = Promise<CallOutput<Calls[K]> | Refusal>;

/** Handlers for maker and co-workers, the same for papers and plans. `entity`: name in the audit log. */
export function sharingHandlers(db: Kysely<Database>, thing: 'paper' | 'plan', entity: string) {
  const store = coWorkerStore(db, thing);
  const owners = rowOwnerStore(db);
  return {
    async getSharing({ id }: CallParsed<Calls['getSharing']>, { caller }: Context): Answered<'getSharing'> {
      const mayDo = await actsOn(owners, thing, id, caller);
      if (mayDo.length === 0) return refuse('notFound', httpMessages.noSuchRow(thing));
      const [maker = null, coWorkers] = [await store.maker(id), await store.of(id)];
      const taken = new Set([maker?.id, ...coWorkers.map((one) => one.id)]);
      const colleagues = mayDo.includes('share') ? await store.colleagues(caller.schoolId) : [];
      return { maker, coWorkers, mayDo, colleagues: colleagues.filter((one) => !taken.has(one.id)) };
    },

    async setCoWorker({ id, userId, on }: CallParsed<Calls['setCoWorker']>, context: Context): Answered<'setCoWorker'> {
      const { caller, audit } = context;
      if ((await actsOn(owners, thing, id, caller)).length === 0) return refuse('notFound', httpMessages.noSuchRow(thing));
      if (on && !(await store.isColleague(caller.schoolId, userId))) return refuse('notFound', httpMessages.noSuchColleague());
      if (on && (await store.maker(id))?.id === userId) return refuse('refused', httpMessages.makerAlready());
      return oneChange(db, caller.schoolId, context, async (tx) => {
        const within = coWorkerStore(tx, thing);
        const before = (await within.of(id)).map((one) => one.id);
        await within.set(id, userId, on);
        const coWorkers = await within.of(id);
        await audit.noteIn(tx, { entity, id, before: { coWorkers: before }, after: { coWorkers: coWorkers.map((one) => one.id) } });
        return { coWorkers };
      });
    },
  };
}
