import type { Kysely } from 'kysely';
import { sectionType } from '../../../sync/contract/codes.ts';
import type { Database } from '../../db/schema.ts';
import { type Handlers, type Language, Refusal, refuse } from '../../http/handler.ts';
import { readListQuery } from '../../http/list-query.ts';
import type { ServerClock } from '../../ports.ts';
import { type FileRow, isGood, readQuestionFile } from './question-import.ts';
import type { Remark } from './question-line.ts';
import { questionMessages as messages } from './question-messages.ts';
import { questionSorts, questionStore } from './question-store.ts';

export interface QuestionDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
}

export function questionHandlers({ db, clock }: QuestionDeps): Handlers<'question'> {
  const store = questionStore(db);
  return {
    async importPreview(input, { caller, language }) {
      const rows = await readQuestionFile(input.text, input.category);
      const good = rows.filter(isGood);
      const inBank = await store.idsByHash(
        caller.schoolId,
        good.map((row) => row.hash),
      );
      const counts = new Map<number, number>();
      for (const row of good) counts.set(row.question.type, (counts.get(row.question.type) ?? 0) + 1);
      return {
        rows: rows.map((row) => ({
          row: row.row,
          ...(row.question ? { question: row.question } : {}),
          faults: inLanguage(row.faults, language),
          warnings: inLanguage(row.warnings, language),
        })),
        good: good.length,
        faulty: rows.length - good.length,
        byType: Object.values(sectionType).flatMap((type) => {
          const count = counts.get(type);
          return count === undefined ? [] : [{ type, count }];
        }),
        duplicates: good.flatMap((row) => {
          const of = duplicateOf(row, inBank);
          return of ? [{ row: row.row, of: of[language] }] : [];
        }),
      };
    },

    async import(input, { caller }) {
      const rows = await readQuestionFile(input.text, input.category);
      const good = rows.filter(isGood);
      const faulty = rows.length - good.length;
      if (input.mode === 'all' && faulty > 0) return refuse('refused', messages.importRefused(faulty, rows.length));
      if (good.length === 0)
        return refuse('refused', rows.length === 0 ? messages.importEmpty() : messages.importRefused(faulty, rows.length));
      const imported = await store.addAll(
        good.map((row) => ({ body: row.question, hash: row.hash })),
        { schoolId: caller.schoolId, userId: caller.userId, skipDuplicates: input.skipDuplicates, nowMs: clock.nowMs() },
      );
      return { imported, skipped: rows.length - imported };
    },

    async getList(input, { caller }) {
      const order = readListQuery(input, questionSorts, '-id');
      if (order instanceof Refusal) return order;
      const { items, total } = await store.list({ schoolId: caller.schoolId, ...input.filter }, order);
      return { items: items.map(({ key: _key, analysis: _analysis, version: _version, ...shown }) => shown), total };
    },

    async getById({ id }, { caller }) {
      return (await store.byId(caller.schoolId, id)) ?? refuse('notFound', messages.notFound());
    },

    async getCategories(_input, { caller }) {
      const byCategory = Map.groupBy(await store.categories(caller.schoolId), (row) => row.category);
      return { items: [...byCategory].map(([category, rows]) => ({ category, counts: rows.map(({ type, count }) => ({ type, count })) })) };
    },
  };
}

const inLanguage = (remarks: readonly Remark[], language: Language) =>
  remarks.map(({ field, reason }) => ({ field, reason: reason[language] }));

function duplicateOf(row: FileRow & { hash: string }, inBank: ReadonlyMap<string, number>) {
  const id = inBank.get(row.hash);
  if (id !== undefined) return messages.duplicateOfBank(id);
  return row.sameAsRow === undefined ? undefined : messages.duplicateOfRow(row.sameAsRow);
}
