import type { Kysely } from 'kysely';
import type { ExamPart } from '../../../../../sync/contract/exams/exam-part.ts';
import { anyContainsKeyword, type PageOrder, readPageOfRows } from '../../../../db/list-page.ts';
import { createRowOwnerStore, type Viewer } from '../../../../db/row-owner-store.ts';
import type { Database } from '../../../../db/schema.ts';

/** Filter of a list of plans. */
interface PlanQuery {
  readonly viewer: Viewer;
  readonly keyword?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly part?: ExamPart | undefined;
  /** If set, the list has only published plans that had ended at this time (ms since 1970). */
  readonly endedMs?: number | undefined;
}

/** Reads a page of the exam plans that a person may read. */
export function listPlans(db: Kysely<Database>, query: PlanQuery, order: PageOrder) {
  const { viewer, keyword = '', fromMs, toMs, part, endedMs } = query;
  let base = db.selectFrom('exam_plan').where('school_id', '=', viewer.schoolId).where('kind', '=', 'exam');
  const readable = createRowOwnerStore(db).readable('plan', viewer);
  if (readable) base = base.where(readable);
  if (fromMs !== undefined) base = base.where('start_ms', '>=', fromMs);
  if (toMs !== undefined) base = base.where('start_ms', '<', toMs);
  if (part !== undefined) base = base.where('part', '=', part);
  if (endedMs !== undefined)
    base = base
      .where('published_ms', 'is not', null)
      .where('withdrawn_ms', 'is', null)
      .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '<=', endedMs));
  if (keyword !== '') base = base.where((eb) => anyContainsKeyword(eb, ['name'], keyword));
  return readPageOfRows(base, order, (ids) => db.selectFrom('exam_plan').selectAll().where('id', 'in', ids).execute());
}
