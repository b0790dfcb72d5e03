import { questionStatus } from '../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../sync/contract/bank/question.ts';
import { getSubmittedStatus, decideQuestionStep } from '../../../sync/domain/papers/question-machine.ts';
import { validateCategory } from '../../http/routes/category-response.ts';
import { type Caller, type Handlers, refuse } from '../../http/handler.ts';
import { refuseStaleVersion } from '../../http/stale-version.ts';
import { getWritableBank, canChangeQuestion, canSeeQuestion } from './question-access.ts';
import { listBodyErrors } from './question-check.ts';
import { checkClassification } from './categories/question-classification.ts';
import type { QuestionDeps } from './question-deps.ts';
import { createQuestionHistoryStore } from './question-history-store.ts';
import { questionFieldNames, questionMessages as messages } from './question-messages.ts';
import { toQuestionBank, toQuestionBody, type QuestionTableRow } from './question-row.ts';
import { type QuestionVersionKey, createQuestionStore } from './question-store.ts';

type ChangeCalls = 'add' | 'modify' | 'restore' | 'setStatus' | 'modifyMany' | 'remove';

export function createQuestionChangeHandlers({ db, clock }: QuestionDeps): Pick<Handlers<'question'>, ChangeCalls> {
  const store = createQuestionStore(db);
  const histories = createQuestionHistoryStore(db);
  const editor = (caller: Caller) => ({ userId: caller.userId, nowMs: clock.nowMs() });

  const missing = (): never => refuse('notFound', messages.notFound());
  const stale = async ({ id, version }: QuestionVersionKey): Promise<never> =>
    refuseStaleVersion(messages.thing(id), await histories.since(id, version), questionFieldNames);
  const stopped = (kind: 'notFound' | 'stale', key: QuestionVersionKey): Promise<never> => (kind === 'stale' ? stale(key) : missing());

  /** Returns the rows if the caller may change each one. A question the caller may not see is answered as missing. */
  const toChange = async (caller: Caller, keys: readonly QuestionVersionKey[]): Promise<Map<number, QuestionTableRow>> => {
    const ids = keys.map((key) => key.id);
    if (new Set(ids).size < ids.length) refuse('invalid', messages.idTwice(), { fields: [{ path: 'items', message: messages.idTwice() }] });
    const rows = await store.rows(ids);
    for (const id of ids) {
      const row = rows.get(id);
      if (row === undefined || !(await canSeeQuestion(db, caller, row))) return missing();
      if (!canChangeQuestion(caller, row)) refuse('forbidden', messages.notKeeper());
    }
    return rows;
  };

  /** Returns the faults of a body as a refusal, or else the detail table that holds its point. */
  const check = async (body: QuestionBody): Promise<{ tableId: number | null }> => {
    const { faults, tableId } = await checkClassification(db, body);
    const all = [...listBodyErrors(body), ...faults];
    const [first] = all;
    return first === undefined ? { tableId } : refuse('invalid', first.message, { fields: all });
  };

  return {
    async add({ bank: asked, submit, ...body }, { caller, audit, answer }) {
      const bank = getWritableBank(caller, asked);
      const { schoolId } = bank;
      const checked = await check(body);
      const status = submit ? getSubmittedStatus(caller.roles) : questionStatus.draft;
      return store.add(body, { schoolId, ...checked, ...editor(caller), status }, async (tx, made) => {
        const after = { ...body, status, bank: toQuestionBank(schoolId) };
        await audit.noteIn(tx, { entity: 'question', id: made.id, before: null, after, schoolId });
        await answer?.keepIn(tx, made);
      });
    },

    async modify({ id, version, note = '', submit = false, ...body }, { caller, audit, answer }) {
      const rows = await toChange(caller, [{ id, version }]);
      const row = rows.get(id);
      if (row === undefined) return missing();
      if (row.version !== version) return stale({ id, version });
      // A question keeps the point that it already has, even if a newer edition of the detail table dropped it.
      const before = toQuestionBody(row);
      const category = validateCategory(body.category, before.category);
      body.category = category;
      const kept = sameFiling(before, body);
      const checked = await check(kept ? { ...body, ...unfiled } : body);
      const handsIn = submit && row.status === questionStatus.draft;
      const becomes = handsIn ? { event: 'submit' as const, status: getSubmittedStatus(caller.roles) } : { event: 'save' as const };
      const change = await store.change({ id, version }, { body, note, ...becomes, ...checked }, editor(caller), async (tx, done) => {
        await audit.noteIn(tx, { entity: 'question', id, before, after: body, schoolId: row.school_id });
        await answer?.keepIn(tx, { id, version: done.version });
      });
      return change.kind === 'done' ? { id, version: change.version } : stopped(change.kind, { id, version });
    },

    async restore({ id, version, from }, { caller, audit, answer }) {
      const rows = await toChange(caller, [{ id, version }]);
      const row = rows.get(id);
      const old = row && (await histories.at(row, from));
      if (row === undefined || old === undefined) return missing();
      const { status: _status, ...body } = old;
      // The profession or point of the old version may no longer exist. It is not checked if the question is still filed there, just like in
      // `modify`.
      const checked = await check(sameFiling(toQuestionBody(row), body) ? { ...body, ...unfiled } : body);
      const note = messages.restored(from)['zh-CN'];
      const change = await store.change({ id, version }, { body, event: 'restore', note, ...checked }, editor(caller), async (tx, done) => {
        await audit.noteIn(tx, { entity: 'question', id, before: toQuestionBody(row), after: body, schoolId: row.school_id });
        await answer?.keepIn(tx, { id, version: done.version });
      });
      return change.kind === 'done' ? { id, version: change.version } : stopped(change.kind, { id, version });
    },

    async setStatus({ items, event, reason }, { caller, language, audit, answer }) {
      if (event === 'return' && reason === '')
        refuse('invalid', messages.reasonMissing(), { fields: [{ path: 'reason', message: messages.reasonMissing() }] });
      const rows = await toChange(caller, items);
      const left: { id: number; reason: string }[] = [];
      const told = (changed: ReadonlyMap<number, { readonly version: number }>) => ({
        changed: [...changed].map(([id, { version }]) => ({ id, version })),
        left,
      });
      const isRefused = (changed: ReadonlyMap<number, unknown>): boolean => changed.size === 0 && left.length === 1;
      const done = await store.changeAll(
        items,
        (row) => {
          const to = decideQuestionStep(row.status, event, { roles: caller.roles, isAuthor: row.updated_by === caller.userId });
          if (typeof to === 'number') return { status: to, event, note: reason };
          left.push({ id: row.id, reason: messages.step(to, row.status)[language] });
          return undefined;
        },
        editor(caller),
        async (tx, changed) => {
          for (const [id] of changed) {
            const { status, school_id: schoolId = null } = rows.get(id) ?? {};
            await audit.noteIn(tx, { entity: 'question', id, before: { status }, after: { event, reason }, schoolId });
          }
          if (!isRefused(changed)) await answer?.keepIn(tx, told(changed));
        },
      );
      if (done.kind !== 'done') return stopped(done.kind, done.key);
      return isRefused(done.changed) ? refuse('refused', firstReason(rows, items[0]?.id, event, caller)) : told(done.changed);
    },

    async modifyMany({ items, set }, { caller, audit, answer }) {
      const rows = await toChange(caller, items);
      const { addTags = [], removeTags = [], ...fields } = set;
      const bodies = new Map<number, QuestionBody>();
      const filings = new Map<string, Awaited<ReturnType<typeof checkClassification>>>();
      const tables = new Map<number, number | null>();
      for (const [id, row] of rows) {
        const before = toQuestionBody(row);
        const tags = [...before.tags.filter((tag) => !removeTags.includes(tag)), ...addTags.filter((tag) => !before.tags.includes(tag))];
        if (tags.length > 20)
          refuse('invalid', messages.tooManyTags(id), { fields: [{ path: 'set.addTags', message: messages.tooManyTags(id) }] });
        const body: QuestionBody = { ...before, ...given(fields), tags };
        bodies.set(id, body);
        if (sameFiling(before, body)) continue;
        const filedAs = JSON.stringify([body.profId, body.tradeId, body.level, body.pointCode]);
        const filing = filings.get(filedAs) ?? (await checkClassification(db, body));
        filings.set(filedAs, filing);
        const [fault] = filing.faults;
        if (fault) refuse('invalid', messages.ofQuestion(id, fault.message), { fields: [{ ...fault, path: `set.${fault.path}` }] });
        tables.set(id, filing.tableId);
      }
      const done = await store.changeAll(
        items,
        (row) => ({ body: bodies.get(row.id) ?? toQuestionBody(row), event: 'file', tableId: tables.get(row.id) ?? null }),
        editor(caller),
        async (tx, changed) => {
          for (const [id, { fields, before }] of changed)
            if (fields.length > 0)
              await audit.noteIn(tx, {
                entity: 'question',
                id,
                before,
                after: bodies.get(id) ?? null,
                schoolId: rows.get(id)?.school_id ?? null,
              });
          await answer?.keepIn(tx, filedOf(changed));
        },
      );
      return done.kind === 'done' ? filedOf(done.changed) : stopped(done.kind, done.key);
    },

    async remove({ items }, { caller, audit, answer }) {
      await toChange(caller, items);
      const removed = { removed: items.length };
      const done = await store.remove(items, async (tx, gone) => {
        for (const row of gone)
          await audit.noteIn(tx, { entity: 'question', id: row.id, before: toQuestionBody(row), after: null, schoolId: row.school_id });
        await answer?.keepIn(tx, removed);
      });
      switch (done.kind) {
        case 'notFound':
        case 'stale':
          return stopped(done.kind, done.key);
        case 'status':
          return refuse('refused', messages.removeOnlyDrafts(done.ids));
        case 'used':
          return refuse('refused', messages.removeUsed(done.ids));
        case 'done':
          return removed;
      }
    },
  };
}

/** Counts how many questions were filed elsewhere, and for each field how many questions it changed in. */
function filedOf(changed: ReadonlyMap<number, { readonly fields: readonly string[] }>) {
  const counts = new Map<string, number>();
  const filed = [...changed.values()].filter(({ fields }) => fields.length > 0);
  for (const field of filed.flatMap(({ fields }) => fields)) counts.set(field, (counts.get(field) ?? 0) + 1);
  return { changed: filed.length, fields: [...counts].map(([field, count]) => ({ field, count })) };
}

const unfiled = { profId: null, tradeId: null, level: null, pointCode: '' };
const sameFiling = (a: QuestionBody, b: QuestionBody): boolean =>
  a.profId === b.profId && a.tradeId === b.tradeId && a.level === b.level && a.pointCode === b.pointCode;

/** Drops the fields that are `undefined`. */
const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

function firstReason(
  rows: ReadonlyMap<number, QuestionTableRow>,
  id: number | undefined,
  event: Parameters<typeof decideQuestionStep>[1],
  caller: Caller,
) {
  const row = id === undefined ? undefined : rows.get(id);
  const to = row && decideQuestionStep(row.status, event, { roles: caller.roles, isAuthor: row.updated_by === caller.userId });
  return typeof to === 'string' && row ? messages.step(to, row.status) : messages.notFound();
}
