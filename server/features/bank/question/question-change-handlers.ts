import { questionStatus } from '../../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../../sync/contract/bank/question.ts';
import { getSubmittedStatus, decideQuestionStep } from '../../../../sync/domain/papers/question-machine.ts';
import { validateCategory } from '../../../resources/category-response.ts';
import { type Caller, type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import { getScopeOfSchools, type LockScope } from '../../../db/lock-scope.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { getWritableBank, canChangeQuestion, canSeeQuestion } from './question-access.ts';
import { listBodyErrors } from './question-check.ts';
import { checkClassification } from './categories/question-classification.ts';
import type { QuestionDeps } from './question-deps.ts';
import { createQuestionHistoryStore, requireQuestionVersion } from './question-history-store.ts';
import { questionMessages as messages } from './question-messages.ts';
import { getOwnerSchoolId, toQuestionBank, toQuestionBody, type QuestionTableRow } from './question-row.ts';
import { createQuestionStore } from './question-store.ts';
import type { RowVersionKey } from '../../../../sync/contract/scalars.ts';

type ChangeCalls = 'add' | 'modify' | 'restore' | 'setStatus' | 'modifyMany' | 'remove';

export function createQuestionChangeHandlers({ db, clock }: QuestionDeps): Pick<Handlers<'question'>, ChangeCalls> {
  const store = createQuestionStore(db);
  const histories = createQuestionHistoryStore(db);
  const toEditor = (caller: Caller) => ({ userId: caller.userId, nowMs: clock.nowMs() });

  const refuseMissing = (): never => refuse('notFound', messages.notFound());
  /** Returns the rows if the caller may change each one. A question that the caller may not see is refused as if it did not exist. */
  const toChange = async (caller: Caller, keys: readonly RowVersionKey[]): Promise<Map<number, QuestionTableRow>> => {
    const ids = keys.map((key) => key.id);
    if (new Set(ids).size < ids.length) refuseField('invalid', 'items', messages.idTwice());
    const rows = await store.rows(ids);
    for (const id of ids) {
      const row = rows.get(id);
      if (row === undefined || !(await canSeeQuestion(db, caller, row))) return refuseMissing();
      if (!canChangeQuestion(caller, row)) refuse('forbidden', messages.notMaintainer());
    }
    return rows;
  };

  /**
   * Refuses a question with faults. Returns the id of the detail table (table of assessment points) that contains the question's point; null if it
   * names no point.
   */
  const check = async (body: QuestionBody): Promise<{ tableId: number | null }> => {
    const { faults, tableId } = await checkClassification(db, body);
    const all = [...listBodyErrors(body), ...faults];
    const [first] = all;
    return first === undefined ? { tableId } : refuse('invalid', first.message, { fields: all });
  };

  return {
    async add({ bank: requestedBank, submit, ...body }, context) {
      const { caller, audit } = context;
      const { schoolId } = getWritableBank(caller, requestedBank);
      const checked = await check(body);
      const status = submit ? getSubmittedStatus(caller.roles) : questionStatus.draft;
      const owner = getOwnerSchoolId(schoolId);
      return runUnitOfWork(db, owner ?? 'everything', context, async (tx) => {
        const added = await store.add(tx, body, { schoolId, ...checked, ...toEditor(caller), status });
        const after = { ...body, status, bank: toQuestionBank(schoolId) };
        await audit.noteIn(tx, { entity: 'question', id: added.id, before: null, after, schoolId: owner });
        return added;
      });
    },

    async modify({ id, version, note = '', submit = false, ...body }, context) {
      const { caller, audit } = context;
      const rows = await toChange(caller, [{ id, version }]);
      const row = rows.get(id);
      if (row === undefined) return refuseMissing();
      await requireQuestionVersion(db, row, version);
      // A question keeps the detail point that it already has, even if a newer edition of the detail table dropped it.
      const before = toQuestionBody(row);
      const category = validateCategory(body.category, before.category);
      body.category = category;
      const isClassificationKept = hasSameClassification(before, body);
      const checked = await check(isClassificationKept ? { ...body, ...unfiled } : body);
      const handsIn = submit && row.status === questionStatus.draft;
      const becomes = handsIn ? { event: 'submit' as const, status: getSubmittedStatus(caller.roles) } : { event: 'save' as const };
      return runUnitOfWork(db, row.owner_school_id ?? 'everything', context, async (tx) => {
        const changed = await store.change(tx, { id, version }, { body, note, ...becomes, ...checked }, toEditor(caller));
        await audit.noteIn(tx, { entity: 'question', id, before, after: body, schoolId: row.owner_school_id });
        return { id, version: changed.version };
      });
    },

    async restore({ id, version, from }, context) {
      const { caller, audit } = context;
      const rows = await toChange(caller, [{ id, version }]);
      const row = rows.get(id);
      const restoredVersion = row && (await histories.readVersion(row, from));
      if (row === undefined || restoredVersion === undefined) return refuseMissing();
      const { status: _status, ...body } = restoredVersion;
      // The profession or detail point of the old version may no longer exist. They are not checked if the question has the same ones today, just
      // like in `modify`.
      const before = toQuestionBody(row);
      const checked = await check(hasSameClassification(before, body) ? { ...body, ...unfiled } : body);
      const note = messages.restored(from)['zh-CN'];
      return runUnitOfWork(db, row.owner_school_id ?? 'everything', context, async (tx) => {
        const done = await store.change(tx, { id, version }, { body, event: 'restore', note, ...checked }, toEditor(caller));
        await audit.noteIn(tx, { entity: 'question', id, before, after: body, schoolId: row.owner_school_id });
        return { id, version: done.version };
      });
    },

    async setStatus({ items, event, reason }, context) {
      const { caller, language, audit } = context;
      if (event === 'return' && reason === '') refuseField('invalid', 'reason', messages.reasonMissing());
      const rows = await toChange(caller, items);
      return runUnitOfWork(db, getLockScope(rows), context, async (tx) => {
        const unchanged: { id: number; reason: string }[] = [];
        const next = (row: QuestionTableRow) => {
          const to = decideQuestionStep(row.status, event, { roles: caller.roles, isAuthor: row.updated_by === caller.userId });
          if (typeof to === 'number') return { status: to, event, note: reason };
          unchanged.push({ id: row.id, reason: messages.step(to, row.status)[language] });
          return undefined;
        };
        const changed = await store.changeAll(tx, items, next, toEditor(caller));
        if (changed.size === 0 && unchanged.length === 1) refuse('refused', findRefusalReason(rows, items[0]?.id, event, caller));
        for (const [id] of changed) {
          const { status, owner_school_id: schoolId = null } = rows.get(id) ?? {};
          await audit.noteIn(tx, { entity: 'question', id, before: { status }, after: { event, reason }, schoolId });
        }
        return { changed: [...changed].map(([id, { version }]) => ({ id, version })), left: unchanged };
      });
    },

    async modifyMany({ items, set }, context) {
      const { caller, audit } = context;
      const rows = await toChange(caller, items);
      const { addTags = [], removeTags = [], ...fields } = set;
      const bodies = new Map<number, QuestionBody>();
      const classifications = new Map<string, Awaited<ReturnType<typeof checkClassification>>>();
      const tables = new Map<number, number | null>();
      for (const [id, row] of rows) {
        const before = toQuestionBody(row);
        const tags = [...before.tags.filter((tag) => !removeTags.includes(tag)), ...addTags.filter((tag) => !before.tags.includes(tag))];
        if (tags.length > 20) refuseField('invalid', 'set.addTags', messages.tooManyTags(id));
        const body: QuestionBody = { ...before, ...dropUndefined(fields), tags };
        bodies.set(id, body);
        if (hasSameClassification(before, body)) continue;
        const filedAs = JSON.stringify([body.profId, body.tradeId, body.level, body.pointCode]);
        const classification = classifications.get(filedAs) ?? (await checkClassification(db, body));
        classifications.set(filedAs, classification);
        const [fault] = classification.faults;
        if (fault) refuse('invalid', messages.ofQuestion(id, fault.message), { fields: [{ ...fault, path: `set.${fault.path}` }] });
        tables.set(id, classification.tableId);
      }
      return runUnitOfWork(db, getLockScope(rows), context, async (tx) => {
        const next = (row: QuestionTableRow) => ({
          body: bodies.get(row.id) ?? toQuestionBody(row),
          event: 'file' as const,
          tableId: tables.get(row.id) ?? null,
        });
        const changed = await store.changeAll(tx, items, next, toEditor(caller));
        for (const [id, { fields: differing, before }] of changed) {
          const sides = { before, after: bodies.get(id) ?? null };
          const schoolId = rows.get(id)?.owner_school_id ?? null;
          if (differing.length > 0) await audit.noteIn(tx, { entity: 'question', id, ...sides, schoolId });
        }
        return summariseChanges(changed);
      });
    },

    async remove({ items }, context) {
      const rows = await toChange(context.caller, items);
      return runUnitOfWork(db, getLockScope(rows), context, async (tx) => {
        for (const row of await store.remove(tx, items)) {
          const sides = { before: toQuestionBody(row), after: null };
          await context.audit.noteIn(tx, { entity: 'question', id: row.id, ...sides, schoolId: row.owner_school_id });
        }
        return { removed: items.length };
      });
    },
  };
}

const getLockScope = (rows: ReadonlyMap<number, QuestionTableRow>): LockScope =>
  getScopeOfSchools(Array.from(rows.values(), (row) => row.owner_school_id));

/** Counts the questions that were changed, and for each field the questions in which it changed. */
function summariseChanges(changed: ReadonlyMap<number, { readonly fields: readonly string[] }>) {
  const counts = new Map<string, number>();
  const filed = [...changed.values()].filter(({ fields }) => fields.length > 0);
  for (const field of filed.flatMap(({ fields }) => fields)) counts.set(field, (counts.get(field) ?? 0) + 1);
  return { changed: filed.length, fields: [...counts].map(([field, count]) => ({ field, count })) };
}

const unfiled = { profId: null, tradeId: null, level: null, pointCode: '' };
const hasSameClassification = (a: QuestionBody, b: QuestionBody): boolean =>
  a.profId === b.profId && a.tradeId === b.tradeId && a.level === b.level && a.pointCode === b.pointCode;

/** Drops the fields that are `undefined`. */
const dropUndefined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

function findRefusalReason(
  rows: ReadonlyMap<number, QuestionTableRow>,
  id: number | undefined,
  event: Parameters<typeof decideQuestionStep>[1],
  caller: Caller,
) {
  const row = id === undefined ? undefined : rows.get(id);
  const to = row && decideQuestionStep(row.status, event, { roles: caller.roles, isAuthor: row.updated_by === caller.userId });
  return typeof to === 'string' && row ? messages.step(to, row.status) : messages.notFound();
}
