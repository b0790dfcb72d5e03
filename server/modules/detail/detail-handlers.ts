import type { Kysely } from 'kysely';
import { detailTableStatus } from '../../../sync/contract/codes.ts';
import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import { findBrokenDepths, type DetailTableError, listDetailErrors } from '../../../sync/domain/papers/detail-rules.ts';
import type { Database } from '../../db/schema.ts';
import { type Caller, type Handlers, type Message, refuse, type RequestContext } from '../../http/handler.ts';
import { readListQuery } from '../../http/input/list-query.ts';
import { refuseStaleVersion } from '../../http/stale-version.ts';
import type { ServerClock } from '../../ports.ts';
import { createProfessionReads } from '../profession/profession-reads.ts';
import { createDetailListStore, detailTableSorts } from './detail-list-store.ts';
import { detailFieldNames, detailMessages as messages } from './detail-messages.ts';
import { createChangeRecorder } from '../../resources/change-recorder.ts';
import { type WriteWithTable, type DetailChangeOutcome, createDetailStore, type DetailTablePlace } from './detail-store.ts';

export interface DetailDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
}

export function createDetailHandlers({ db, clock }: DetailDeps): Handlers<'detail'> {
  const store = createDetailStore(db);
  const lists = createDetailListStore(db);
  const editor = (caller: Caller) => ({ userId: caller.userId, nowMs: clock.nowMs() });

  const answer = <K extends string>(change: DetailChangeOutcome<K>, id: number): { id: number; version: number } => {
    if (change.kind === 'done' && 'version' in change) return { id, version: change.version };
    if (change.kind === 'stale' && 'note' in change) return refuseStaleVersion(messages.thing(), change.note, detailFieldNames);
    return change.kind === 'notFound' ? refuse('notFound', messages.notFound()) : refuse('refused', messages.notDraft());
  };

  /** Writes the audit entry and the idempotent response of a status change in its transaction. */
  const step =
    (id: number, from: number, to: number, { audit, answer: keeper }: RequestContext): WriteWithTable =>
    async (tx, version) => {
      await audit.noteIn(tx, { entity, id, schoolId: null, before: { status: from }, after: { status: to } });
      await keeper?.keepIn(tx, { id, version });
    };

  const placeFault = async ({ professionId, tradeId, level }: DetailTablePlace): Promise<void> => {
    const profession = await createProfessionReads(db).byId(professionId);
    if (!profession) refuse('notFound', messages.professionNotFound());
    if (!profession.enabled) refuse('refused', messages.disabled(profession.name));
    if (tradeId !== null && !profession.trades.some((trade) => trade.id === tradeId)) return fieldFault('tradeId', messages.tradeUnknown());
    return profession.levels.includes(level) ? undefined : fieldFault('level', messages.levelUnknown(level));
  };

  return {
    async getList(input, { caller }) {
      const order = readListQuery(input, detailTableSorts, '-updatedMs');
      return lists.list({ ...input.filter, publishedOnly: !keeps(caller) }, order);
    },

    async getById({ id }, { caller }) {
      const table = await lists.byId(id);
      if (!table || (table.status === detailTableStatus.draft && !keeps(caller))) refuse('notFound', messages.notFound());
      const editions = await store.editions(table);
      return {
        ...table,
        lines: await store.lines(id),
        history: keeps(caller) ? await store.history(id) : [],
        editions: keeps(caller) ? editions : editions.filter((each) => each.status !== detailTableStatus.draft),
      };
    },

    async add({ copyOf, ...place }, context) {
      const { caller } = context;
      await placeFault(place);
      if (copyOf !== undefined && !(await store.editions(place)).some((each) => each.id === copyOf))
        return fieldFault('copyOf', messages.copyElsewhere());
      const entry = { entity, schoolId: null, before: null, after: { ...place, copyOf: copyOf ?? null } };
      const made = await store.add(place, copyOf ?? null, editor(caller), createChangeRecorder(context, entry));
      if (made.kind === 'draft') refuse('refused', messages.draftExists(made.edition));
      return { id: made.id, version: made.version };
    },

    async modify({ id, version, lines }, { caller, audit, answer: keeper }) {
      const broken = findBrokenDepths(lines)[0];
      if (broken !== undefined) return fieldFault(`lines.${broken}.depth`, messages.fault({ at: broken, kind: 'depth' }));
      const before = await store.lines(id);
      const change = await store.save({ id, version }, lines, editor(caller), async (tx, done) => {
        await audit.noteIn(tx, { entity, id, schoolId: null, before: { lines: before.length }, after: { lines: lines.length } });
        await keeper?.keepIn(tx, { id, version: done });
      });
      return change.kind === 'foreign' ? fieldFault('lines', messages.lineUnknown()) : answer(change, id);
    },

    async publish({ id, version }, context) {
      const { draft, published } = detailTableStatus;
      let faults: readonly DetailTableError[] = [];
      const mayPublish = (lines: readonly DetailLine[]): boolean => (faults = listDetailErrors(lines)).length === 0;
      const change = await store.publish({ id, version }, mayPublish, editor(context.caller), step(id, draft, published, context));
      return change.kind === 'unfit' ? unfit(faults) : answer(change, id);
    },

    async withdraw(key, context) {
      const { draft: back, published } = detailTableStatus;
      const change = await store.withdraw(key, editor(context.caller), step(key.id, published, back, context));
      if (change.kind === 'draft') {
        const { row } = change;
        const editions = await store.editions({ professionId: row.profession_id, tradeId: row.trade_id, level: row.level });
        const draft = editions.find((each) => each.status === detailTableStatus.draft);
        refuse('refused', messages.draftExists(draft?.edition ?? 0));
      }
      if (change.kind === 'status')
        refuse('refused', change.row.status === detailTableStatus.frozen ? messages.frozen() : messages.notPublished());
      return answer(change, key.id);
    },

    async remove(key, { caller, audit, answer: keeper }) {
      const before = (await lists.byId(key.id)) ?? null;
      const removed = await store.remove(key, editor(caller), async (tx) => {
        await audit.noteIn(tx, { entity, id: key.id, schoolId: null, before, after: null });
        await keeper?.keepIn(tx, {});
      });
      answer(removed, key.id);
      return {};
    },
  };
}

/** Entity name in the audit log. Detail tables belong to no school. */
const entity = 'detailTable';

const keeps = (caller: Caller): boolean => caller.roles.includes('admin');

const fieldFault = (path: string, message: Message): never => refuse('invalid', message, { fields: [{ path, message }] });

function unfit(faults: readonly DetailTableError[]): never {
  const fields = faults.slice(0, 50).map((fault) => ({ path: fieldOf(fault), message: messages.fault(fault) }));
  refuse('refused', messages.incomplete(faults.length), { fields });
}

function fieldOf({ at, kind }: DetailTableError): string {
  if (at < 0) return 'lines';
  if (kind === 'noLines' || kind === 'empty') return `lines.${at}`;
  return `lines.${at}.${kind === 'codeTwice' ? 'code' : kind === 'weightSum' ? 'weight' : kind}`;
}
