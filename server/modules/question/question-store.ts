import { type Kysely, type Selectable, sql } from 'kysely';
import type { QuestionBody } from '../../../sync/contract/question.ts';
import { keywordIn, type PageOrder, readPage } from '../../db/list-page.ts';
import type { Database } from '../../db/schema.ts';
import { gramQuery, gramsOf } from './keyword-grams.ts';
import { questionBodyOf } from './question-reads.ts';
import { textOfHtml } from './question-markup.ts';

/** Column of each field the list can be sorted by. */
export const questionSorts = { id: 'id', createdMs: 'id', type: 'type', category: 'category' } as const;

export interface QuestionFilter {
  readonly schoolId: number;
  readonly type?: QuestionBody['type'] | undefined;
  readonly category?: string | undefined;
  readonly keyword?: string | undefined;
}
export interface NewQuestion {
  readonly body: QuestionBody;
  readonly hash: string;
}

export function questionStore(db: Kysely<Database>) {
  return {
    async list(query: QuestionFilter, order: PageOrder) {
      let base = db.selectFrom('question').where('school_id', '=', query.schoolId);
      if (query.type !== undefined) base = base.where('type', '=', query.type);
      if (query.category !== undefined) base = base.where('category', '=', query.category);
      if (query.keyword) {
        const { keyword } = query;
        base = base.where((eb) => keywordIn(eb, ['plain'], keyword));
        const grams = gramQuery(keyword);
        if (grams !== undefined)
          base = base.where('id', 'in', (eb) =>
            eb
              .selectFrom('question_text')
              .select('rowid')
              .where(sql<boolean>`question_text MATCH ${grams}`),
          );
      }
      const { items, total } = await readPage(base, order, (rows) => rows.selectAll());
      return { items: items.map(stored), total };
    },

    async byId(schoolId: number, id: number) {
      const row = await db.selectFrom('question').selectAll().where('id', '=', id).where('school_id', '=', schoolId).executeTakeFirst();
      return row && stored(row);
    },

    categories: (schoolId: number) =>
      db
        .selectFrom('question')
        .select(['category', 'type', (eb) => eb.fn.countAll<number>().as('count')])
        .where('school_id', '=', schoolId)
        .groupBy(['category', 'type'])
        .orderBy('category')
        .orderBy('type')
        .execute(),

    /** Hash → id of the first question of the bank with it. */
    async idsByHash(schoolId: number, hashes: readonly string[]): Promise<Map<string, number>> {
      return idsByHash(db, schoolId, hashes);
    },

    /**
     * Adds all or nothing. `skipDuplicates` leaves out what the bank (looked at within the transaction) or an earlier entry already has.
     * Returns how many were added.
     */
    addAll: (
      questions: readonly NewQuestion[],
      options: { schoolId: number; userId: number; skipDuplicates: boolean; nowMs: number },
    ): Promise<number> =>
      db.transaction().execute(async (tx) => {
        const known = options.skipDuplicates
          ? new Set(
              (
                await idsByHash(
                  tx,
                  options.schoolId,
                  questions.map((one) => one.hash),
                )
              ).keys(),
            )
          : undefined;
        const fresh = questions.filter((one) => {
          if (!known) return true;
          if (known.has(one.hash)) return false;
          known.add(one.hash);
          return true;
        });
        for (let at = 0; at < fresh.length; at += rowsPerInsert) {
          const added = await tx
            .insertInto('question')
            .values(
              fresh.slice(at, at + rowsPerInsert).map(({ body, hash }) => ({
                school_id: options.schoolId,
                type: body.type,
                stem: body.stem,
                options: JSON.stringify(body.options),
                answer_key: JSON.stringify(body.key),
                analysis: body.analysis,
                difficulty: body.difficulty,
                category: body.category,
                source: body.source,
                plain: textOfHtml([body.stem, ...body.options.map((option) => option.html)].join(' ')),
                hash,
                created_by: options.userId,
                created_ms: options.nowMs,
              })),
            )
            .returning(['id', 'plain'])
            .execute();
          await tx
            .insertInto('question_text')
            .values(added.map((row) => ({ rowid: row.id, grams: gramsOf(row.plain) })))
            .execute();
        }
        return fresh.length;
      }),
  };
}

const rowsPerInsert = 200;

async function idsByHash(db: Kysely<Database>, schoolId: number, hashes: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let at = 0; at < hashes.length; at += 1000) {
    const rows = await db
      .selectFrom('question')
      .select(['hash', (eb) => eb.fn.min('id').as('id')])
      .where('school_id', '=', schoolId)
      .where('hash', 'in', hashes.slice(at, at + 1000))
      .groupBy('hash')
      .execute();
    for (const row of rows) found.set(row.hash, row.id);
  }
  return found;
}

const stored = (row: Selectable<Database['question']>) => ({
  id: row.id,
  version: row.version,
  createdMs: row.created_ms,
  ...questionBodyOf(row),
});
