import { stepsFrom } from '../../../sync/machines/question-machine.ts';
import { rowOwnerStore } from '../../db/row-owner-store.ts';
import { type Caller, type Handlers, Refusal, refuse } from '../../http/handler.ts';
import { readListQuery } from '../../http/list-query.ts';
import { actsOn } from '../../http/row-gate.ts';
import { userReads } from '../user/user-reads.ts';
import { bankToRead, mayChange, maySee } from './question-access.ts';
import { questionCategoryHandlers } from './question-category-handlers.ts';
import { questionChangeHandlers } from './question-change-handlers.ts';
import { questionCountStore } from './question-count-store.ts';
import type { QuestionDeps } from './question-deps.ts';
import { readFiling } from './question-filing.ts';
import { questionExportHandlers } from './question-export-handlers.ts';
import { questionHistoryStore } from './question-history-store.ts';
import { questionImportHandlers } from './question-import-handlers.ts';
import { type ListedQuestion, questionListStore, questionSorts } from './question-list-store.ts';
import { questionMessages as messages } from './question-messages.ts';
import { bankIdOf, bankOf, questionBodyOf, type QuestionRow } from './question-row.ts';
import { bandsOf, plainOf } from './question-sketch.ts';
import { questionStore } from './question-store.ts';

export function questionHandlers(deps: QuestionDeps): Handlers<'question'> {
  const { db } = deps;
  const store = questionStore(db);
  const lists = questionListStore(db);
  const histories = questionHistoryStore(db);
  const counts = questionCountStore(db);

  const seen = async (caller: Caller, id: number): Promise<QuestionRow | Refusal> => {
    const row = await store.row(id);
    return row && (await maySee(db, caller, row)) ? row : refuse('notFound', messages.notFound());
  };

  return {
    ...questionImportHandlers(deps),
    ...questionExportHandlers(deps),
    ...questionChangeHandlers(deps),
    ...questionCategoryHandlers(deps),

    async getList(input, { caller }) {
      const order = readListQuery(input, questionSorts, '-id');
      if (order instanceof Refusal) return order;
      const { bank, ...filter } = input.filter ?? {};
      const scope = await bankToRead(db, caller, bank);
      if (scope instanceof Refusal) return scope;
      const { items, total } = await lists.list(scope, filter, order);
      return {
        items: items.map((row) => {
          const { key: _key, analysis: _analysis, ...shown } = questionBodyOf(row);
          return { ...shown, ...standingOf(row) };
        }),
        total,
      };
    },

    async getById({ id }, { caller }) {
      const row = await seen(caller, id);
      if (row instanceof Refusal) return row;
      const body = questionBodyOf(row);
      const users = userReads(db);
      const [createdByName, updatedByName, filing, history] = await Promise.all([
        users.nameOf(row.created_by),
        users.nameOf(row.updated_by),
        readFiling(db, body),
        histories.list(row),
      ]);
      const mine = mayChange(caller, row) ? await actsOn(rowOwnerStore(db), 'question', id, caller) : [];
      const isCertified = mayChange(caller, row) && row.school_id === null;
      const [last] = history;
      return {
        ...body,
        ...standingOf({ ...row, createdByName, updatedByName }),
        ...filing.names,
        editable: isCertified || mine.includes('change'),
        events:
          isCertified || mine.includes('review')
            ? stepsFrom(row.status, { roles: caller.roles, isAuthor: row.updated_by === caller.userId })
            : [],
        returned: last?.event === 'return' ? { reason: last.note, byName: last.byName, atMs: last.atMs } : null,
      };
    },

    async getHistory({ id }, { caller }) {
      const row = await seen(caller, id);
      if (row instanceof Refusal) return row;
      return { items: (await histories.list(row)).map(({ byId: _byId, fields, ...item }) => ({ ...item, fields: [...fields] })) };
    },

    async getVersion({ id, version }, { caller }) {
      const row = await seen(caller, id);
      if (row instanceof Refusal) return row;
      const body = await histories.at(row, version);
      return body ? { ...body, version } : refuse('notFound', messages.noVersion(version));
    },

    async getUsage({ id }, { caller }) {
      const row = await seen(caller, id);
      if (row instanceof Refusal) return row;
      return {
        ...(await deps.uses.question(db, caller, id)),
        usedCount: row.used_count,
        exposedCount: row.exposed_count,
        lastUsedMs: row.last_used_ms,
      };
    },

    async getCount({ bank }, { caller }) {
      const scope = await bankToRead(db, caller, bank);
      return scope instanceof Refusal ? scope : { items: await counts.byProfession(scope) };
    },

    async getPoints({ bank, profId, level }, { caller }) {
      const scope = await bankToRead(db, caller, bank);
      return scope instanceof Refusal ? scope : { items: await counts.byPoint(scope, profId, level) };
    },

    async findDuplicates({ id, bank, stem, options }, { caller }) {
      const row = id === undefined ? undefined : await seen(caller, id);
      if (row instanceof Refusal) return row;
      const scope = await bankToRead(db, caller, row ? bankOf(row.school_id) : bank);
      if (scope instanceof Refusal) return scope;
      const plain = plainOf({ stem, options });
      return { items: await lists.near(scope, { plain, bands: bandsOf(plain, bankIdOf(scope.schoolId)), id }) };
    },
  };
}

const standingOf = (row: ListedQuestion) => ({
  id: row.id,
  version: row.version,
  bank: bankOf(row.school_id),
  status: row.status,
  createdMs: row.created_ms,
  createdByName: row.createdByName ?? '',
  updatedMs: row.updated_ms,
  updatedByName: row.updatedByName ?? '',
  usedCount: row.used_count,
  exposedCount: row.exposed_count,
  lastUsedMs: row.last_used_ms,
});
