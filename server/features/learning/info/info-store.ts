import { type Kysely, sql } from 'kysely';
import type { articleResource } from '../../../../sync/contract/learning/article.ts';
import { publishingStatus } from '../../../../sync/contract/learning/publishing.ts';
import type { Database } from '../../../db/schema.ts';
import type { SeparateFieldStore } from '../../../resources/resource-store.ts';
import { countByColumn } from '../../../db/list-page.ts';

export const articleClassStore: SeparateFieldStore<typeof articleResource> = {
  async read(db, ids) {
    const classesById = new Map(ids.map((id) => [id, { classIds: [] as number[] }]));
    if (ids.length === 0) return classesById;
    const rows = await db.selectFrom('article_class').selectAll().where('article_id', 'in', ids).orderBy('class_id').execute();
    for (const { article_id, class_id } of rows) classesById.get(article_id)?.classIds.push(class_id);
    return classesById;
  },
  async write(db, id, { classIds }) {
    await db.deleteFrom('article_class').where('article_id', '=', id).execute();
    const rows = classIds.map((class_id) => ({ article_id: id, class_id }));
    if (rows.length > 0) await db.insertInto('article_class').values(rows).execute();
  },
};

/** The user whose articles are listed. */
export interface ArticleReader {
  readonly schoolId: number;
  readonly userId: number;
  readonly audience: 'staff' | 'student' | 'examUser';
  readonly nowMs: number;
}

export function createInfoStore(db: Kysely<Database>) {
  /** Selects the articles shown to the reader now. */
  const selectVisible = ({ schoolId, userId, audience, nowMs }: ArticleReader) => {
    const publishedArticles = db
      .selectFrom('article')
      .where('school_id', '=', schoolId)
      .where('status', '=', publishingStatus.published)
      .where('audiences', 'like', `%"${audience}"%`)
      .where((eb) => eb.or([eb('from_ms', 'is', null), eb('from_ms', '<=', nowMs)]))
      .where((eb) => eb.or([eb('to_ms', 'is', null), eb('to_ms', '>', nowMs)]));
    if (audience === 'staff') return publishedArticles;
    return publishedArticles.where((eb) =>
      eb.or([
        eb('only_classes', '=', 0),
        eb.exists(
          eb
            .selectFrom('article_class')
            .innerJoin('user', 'user.class_id', 'article_class.class_id')
            .select(sql`1`.as('one'))
            .whereRef('article_class.article_id', '=', 'article.id')
            .where('user.id', '=', userId),
        ),
      ]),
    );
  };
  return {
    newest: (reader: ArticleReader, limit: number) =>
      selectVisible(reader)
        .leftJoin('article_read', (join) =>
          join.onRef('article_read.article_id', '=', 'article.id').on('article_read.user_id', '=', reader.userId),
        )
        .select([
          'id',
          'version',
          'title',
          'category',
          'cover',
          'summary',
          'pinned',
          'from_ms',
          'updated_ms',
          'article_read.at_ms as read_ms',
        ])
        .orderBy('pinned', 'desc')
        .orderBy(sql`coalesce(from_ms, updated_ms)`, 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    async shownIds(reader: ArticleReader, ids: readonly number[]): Promise<number[]> {
      return (await selectVisible(reader).select('id').where('id', 'in', ids).execute()).map((row) => row.id);
    },

    async setRead(userId: number, ids: readonly number[], nowMs: number): Promise<void> {
      const rows = ids.map((article_id) => ({ article_id, user_id: userId, at_ms: nowMs }));
      await db
        .insertInto('article_read')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    readCounts: (ids: readonly number[]): Promise<Map<number, number>> => countByColumn(db.selectFrom('article_read'), 'article_id', ids),

    readers: (articleId: number) =>
      db
        .selectFrom('article_read')
        .innerJoin('user', 'user.id', 'article_read.user_id')
        .leftJoin('class', 'class.id', 'user.class_id')
        .select(['user.id', 'user.name', 'class.name as class_name', 'article_read.at_ms'])
        .where('article_id', '=', articleId)
        .orderBy('at_ms', 'desc')
        .execute(),

    /** Returns the enabled users of these types; `classIds` null means every class. */
    people: async (schoolId: number, types: readonly number[], classIds: readonly number[] | null) => {
      let people = db
        .selectFrom('user')
        .leftJoin('class', 'class.id', 'user.class_id')
        .select(['user.id', 'user.name', 'class.name as class_name'])
        .where('user.school_id', '=', schoolId)
        .where('user.status', '=', 1)
        .where('user.user_type', 'in', types);
      if (classIds !== null) people = people.where('user.class_id', 'in', classIds.length === 0 ? [0] : classIds);
      return people.orderBy('class.name').orderBy('user.name').limit(5_000).execute();
    },
  };
}
