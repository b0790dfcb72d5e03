import type { Kysely } from 'kysely';
import type { coursewareResource } from '../../../../sync/contract/learning/courseware.ts';
import type { Database } from '../../../db/schema.ts';
import type { SeparateFieldStore } from '../../../resources/resource-store.ts';
import { countByColumn } from '../../../db/list-page.ts';

/** The files of a courseware, in the order they are shown. */
export const coursewareFileStore: SeparateFieldStore<typeof coursewareResource> = {
  async read(db, ids) {
    const filesById = new Map(ids.map((id) => [id, { files: [] as { url: string; name: string; sizeBytes: number }[] }]));
    if (ids.length === 0) return filesById;
    const rows = await db.selectFrom('courseware_file').selectAll().where('courseware_id', 'in', ids).orderBy('position').execute();
    for (const { courseware_id, url, name, size_bytes } of rows)
      filesById.get(courseware_id)?.files.push({ url, name, sizeBytes: size_bytes });
    return filesById;
  },
  async write(db, id, { files }) {
    await db.deleteFrom('courseware_file').where('courseware_id', '=', id).execute();
    const rows = files.map(({ url, name, sizeBytes }, position) => ({ courseware_id: id, position, url, name, size_bytes: sizeBytes }));
    if (rows.length > 0) await db.insertInto('courseware_file').values(rows).execute();
  },
};

export function createCoursewareStore(db: Kysely<Database>) {
  return {
    /** Counts the courses that contain each courseware, by courseware id. */
    courseCounts: (ids: readonly number[]): Promise<Map<number, number>> =>
      countByColumn(db.selectFrom('course_item'), 'courseware_id', ids),
  };
}
