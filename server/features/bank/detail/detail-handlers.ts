import type { Kysely } from 'kysely';
import { detailTableStatus } from '../../../../sync/contract/codes.ts';
import type { DetailLine } from '../../../../sync/contract/bank/detail.ts';
import { findBrokenDepths, type DetailTableError, listDetailErrors } from '../../../../sync/domain/papers/detail-rules.ts';
import type { Database } from '../../../db/schema.ts';
import { type Caller, type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import type { ServerClock } from '../../../ports.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { detailMessages as messages } from './detail-messages.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createDetailListStore, createDetailStore, type DetailTablePlace, detailTableSorts } from './detail-store.ts';

export interface DetailDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
}

export function createDetailHandlers({ db, clock }: DetailDeps): Handlers<'detail'> {
  const store = createDetailStore(db);
  const lists = createDetailListStore(db);
  const toEditor = (caller: Caller) => ({ userId: caller.userId, nowMs: clock.nowMs() });

  const placeFault = async ({ professionId, tradeId, level }: DetailTablePlace): Promise<void> => {
    const profession = await createProfessionReads(db).byId(professionId);
    if (!profession) refuse('notFound', messages.professionNotFound());
    if (!profession.enabled) refuse('refused', messages.disabled(profession.name));
    if (tradeId !== null && !profession.trades.some((trade) => trade.id === tradeId))
      return refuseField('invalid', 'tradeId', messages.tradeUnknown());
    return profession.levels.includes(level) ? undefined : refuseField('invalid', 'level', messages.levelUnknown(level));
  };

  return {
    async getList(input, { caller }) {
      const order = readListQuery(input, detailTableSorts, '-updatedMs');
      return lists.list({ ...input.filter, publishedOnly: !isAdmin(caller) }, order);
    },

    async getById({ id }, { caller }) {
      const table = await lists.byId(id);
      if (!table || (table.status === detailTableStatus.draft && !isAdmin(caller))) refuse('notFound', messages.notFound());
      const editions = await store.editions(table);
      return {
        ...table,
        lines: await store.lines(id),
        history: isAdmin(caller) ? await store.history(id) : [],
        editions: isAdmin(caller) ? editions : editions.filter((each) => each.status !== detailTableStatus.draft),
      };
    },

    async add({ copyOf, ...place }, context) {
      await placeFault(place);
      if (copyOf !== undefined && !(await store.editions(place)).some((each) => each.id === copyOf))
        return refuseField('invalid', 'copyOf', messages.copyElsewhere());
      return runUnitOfWork(db, 'everything', context, async (tx) => {
        const made = await store.add(tx, place, copyOf ?? null, toEditor(context.caller));
        const after = { ...place, copyOf: copyOf ?? null };
        await context.audit.noteIn(tx, { entity, id: made.id, schoolId: null, before: null, after });
        return { id: made.id, version: made.version };
      });
    },

    async modify({ id, version, lines }, context) {
      const broken = findBrokenDepths(lines)[0];
      if (broken !== undefined) return refuseField('invalid', `lines.${broken}.depth`, messages.fault({ at: broken, kind: 'depth' }));
      return runUnitOfWork(db, 'everything', context, async (tx) => {
        const before = await createDetailStore(tx).lines(id);
        const done = await store.save(tx, { id, version }, lines, toEditor(context.caller));
        if (done === 'foreign') return refuseField('invalid', 'lines', messages.lineUnknown());
        const sides = { before: { lines: before.length }, after: { lines: lines.length } };
        await context.audit.noteIn(tx, { entity, id, schoolId: null, ...sides });
        return done;
      });
    },

    publish: ({ id, version }, context) =>
      runUnitOfWork(db, 'everything', context, async (tx) => {
        const done = await store.publish(tx, { id, version }, requireComplete, toEditor(context.caller));
        const sides = { before: { status: detailTableStatus.draft }, after: { status: detailTableStatus.published } };
        await context.audit.noteIn(tx, { entity, id, schoolId: null, ...sides });
        return done;
      }),

    withdraw: ({ id, version }, context) =>
      runUnitOfWork(db, 'everything', context, async (tx) => {
        const done = await store.withdraw(tx, { id, version }, toEditor(context.caller));
        const sides = { before: { status: detailTableStatus.published }, after: { status: detailTableStatus.draft } };
        await context.audit.noteIn(tx, { entity, id, schoolId: null, ...sides });
        return done;
      }),

    remove: ({ id, version }, context) =>
      runUnitOfWork(db, 'everything', context, async (tx) => {
        const before = (await createDetailListStore(tx).byId(id)) ?? null;
        await store.remove(tx, { id, version });
        await context.audit.noteIn(tx, { entity, id, schoolId: null, before, after: null });
        return {};
      }),
  };
}

/** Name of detail tables (tables of assessment points) in the audit log. They belong to no school. */
const entity = 'detailTable';

const isAdmin = (caller: Caller): boolean => caller.roles.includes('admin');

/** Refuses to publish a detail table if any of its lines has a fault. */
function requireComplete(lines: readonly DetailLine[]): void {
  const faults = listDetailErrors(lines);
  if (faults.length === 0) return;
  const fields = faults.slice(0, 50).map((fault) => ({ path: getFieldPath(fault), message: messages.fault(fault) }));
  refuse('refused', messages.incomplete(faults.length), { fields });
}

function getFieldPath({ at, kind }: DetailTableError): string {
  if (at < 0) return 'lines';
  if (kind === 'noLines' || kind === 'empty') return `lines.${at}`;
  return `lines.${at}.${kind === 'codeTwice' ? 'code' : kind === 'weightSum' ? 'weight' : kind}`;
}
