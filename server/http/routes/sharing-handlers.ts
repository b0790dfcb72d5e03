import type { Kysely } from 'kysely';
import { createCoWorkerStore } from '../../db/co-worker-store.ts';
import { createRowOwnerStore } from '../../db/row-owner-store.ts';
import type { Database } from '../../db/schema.ts';
import type { CallOutput, ParsedCallInput } from '../../../sync/contract/call.ts';
import type { defineSharingCalls } from '../../../sync/contract/people/co-worker.ts';
import { type Caller, refuse, type RequestContext } from '../handler.ts';
import { httpMessages } from '../http-messages.ts';
import { runUnitOfWork } from '../../resources/unit-of-work.ts';
import { listRowActions } from '../limits/row-access.ts';

type Calls = ReturnType<typeof defineSharingCalls>;
type Context = RequestContext & { readonly caller: Caller };
type CallReply<K extends keyof Calls> = Promise<CallOutput<Calls[K]>>;

/**
 * Creates the calls that read who made a paper or a plan and who its co-workers are (other staff who may work on it), and that add or remove
 * co-workers. `entity`: name of the kind of row in the audit log.
 */
export function createSharingHandlers(db: Kysely<Database>, kind: 'paper' | 'plan', entity: string) {
  const store = createCoWorkerStore(db, kind);
  const owners = createRowOwnerStore(db);
  return {
    async getSharing({ id }: ParsedCallInput<Calls['getSharing']>, { caller }: Context): CallReply<'getSharing'> {
      const mayDo = await listRowActions(owners, kind, id, caller);
      if (mayDo.length === 0) refuse('notFound', httpMessages.noSuchRow(kind));
      const [maker = null, coWorkers] = [await store.maker(id), await store.listCoWorkers(id)];
      const memberIds = new Set([maker?.id, ...coWorkers.map((one) => one.id)]);
      const colleagues = mayDo.includes('share') ? await store.colleagues(caller.schoolId) : [];
      return { maker, coWorkers, mayDo, colleagues: colleagues.filter((one) => !memberIds.has(one.id)) };
    },

    setCoWorker: ({ id, userId, on }: ParsedCallInput<Calls['setCoWorker']>, context: Context): CallReply<'setCoWorker'> => {
      const { caller, audit } = context;
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const txStore = createCoWorkerStore(tx, kind);
        if ((await listRowActions(createRowOwnerStore(tx), kind, id, caller)).length === 0)
          refuse('notFound', httpMessages.noSuchRow(kind));
        if (on && !(await txStore.isColleague(caller.schoolId, userId))) refuse('notFound', httpMessages.noSuchColleague());
        if (on && (await txStore.maker(id))?.id === userId) refuse('refused', httpMessages.makerAlready());
        const before = (await txStore.listCoWorkers(id)).map((one) => one.id);
        await txStore.set(id, userId, on);
        const coWorkers = await txStore.listCoWorkers(id);
        await audit.noteIn(tx, { entity, id, before: { coWorkers: before }, after: { coWorkers: coWorkers.map((one) => one.id) } });
        return { coWorkers };
      });
    },
  };
}
