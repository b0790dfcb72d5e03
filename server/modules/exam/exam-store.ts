import type { Kysely, Selectable, Transaction } from 'kysely';
import { examStatus, type ExamStatusCode } from '../../../sync/contract/codes.ts';
import type { SealedPackage } from '../../../sync/contract/exam.ts';
import { type ExamEvent, nextExamStatus } from '../../../sync/machines/exam-machine.ts';
import type { Database } from '../../db/schema.ts';
import { paperReads, type PaperRow } from '../paper/paper-reads.ts';
import type { ExamUser } from '../user/user-reads.ts';
import type { FrozenPaper } from './paper-freeze.ts';
import { seatLabel } from './seat-label.ts';

export type PlanRow = Selectable<Database['exam_plan']>;
export type ExamineeRow = Selectable<Database['exam_examinee']>;

export interface PlanFields {
  readonly name: string;
  readonly paperId: number;
  readonly startMs: number;
  readonly durationMs: number;
  readonly entryLimitMs: number;
  readonly earliestHandInMs: number;
  readonly notice: string;
}
export interface Editor {
  readonly schoolId: number;
  readonly userId: number;
  readonly nowMs: number;
}
export type PlanChange =
  | { readonly kind: 'done'; readonly version: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'stale'; readonly updatedBy: number }
  | { readonly kind: 'published' }
  | { readonly kind: 'paperChanged' };

export interface Publication {
  readonly paper: PaperRow;
  readonly frozen: FrozenPaper;
  readonly sealed: SealedPackage;
  /** The content key, under the server's own key. */
  readonly contentKey: Buffer;
  readonly passPoints: number;
  readonly attempts: readonly { readonly user: ExamUser; readonly attemptId: string }[];
}

export const planSorts = { id: 'id', name: 'name', startMs: 'start_ms', updatedMs: 'updated_ms' } as const;

export const storedStatus = (plan: Pick<PlanRow, 'published_ms'>): ExamStatusCode =>
  plan.published_ms === null ? examStatus.notEnabled : examStatus.enabled;

export function examStore(db: Kysely<Database>) {
  /** Version and status are checked in the transaction that writes: a double click changes a plan once. */
  const change = (
    key: { id: number; version: number } & Editor,
    on: ExamEvent,
    write: (tx: Transaction<Database>) => Promise<'paperChanged' | Partial<Omit<PlanRow, 'created_ms'>>>,
  ): Promise<PlanChange> =>
    db.transaction().execute(async (tx): Promise<PlanChange> => {
      const before = await tx
        .selectFrom('exam_plan')
        .selectAll()
        .where('id', '=', key.id)
        .where('school_id', '=', key.schoolId)
        .executeTakeFirst();
      if (!before) return { kind: 'notFound' };
      if (nextExamStatus(storedStatus(before), on) === undefined) return { kind: 'published' };
      if (before.version !== key.version) return { kind: 'stale', updatedBy: before.updated_by };
      const columns = await write(tx);
      if (columns === 'paperChanged') return { kind: 'paperChanged' };
      const version = before.version + 1;
      await tx
        .updateTable('exam_plan')
        .set({ ...columns, version, updated_by: key.userId, updated_ms: key.nowMs })
        .where('id', '=', key.id)
        .execute();
      return { kind: 'done', version };
    });

  return {
    add: (fields: PlanFields, examinees: readonly ExamUser[], editor: Editor): Promise<{ id: number; version: number }> =>
      db.transaction().execute(async (tx) => {
        const plan = await tx
          .insertInto('exam_plan')
          .values({
            ...columnsOf(fields),
            school_id: editor.schoolId,
            published_ms: null,
            updated_by: editor.userId,
            updated_ms: editor.nowMs,
            created_ms: editor.nowMs,
          })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow();
        await insertExaminees(
          tx,
          plan.id,
          examinees.map((user) => ({ user, attemptId: null })),
        );
        return plan;
      }),

    modify: (
      key: { id: number; version: number },
      fields: PlanFields,
      examinees: readonly ExamUser[],
      editor: Editor,
    ): Promise<PlanChange> =>
      change({ ...key, ...editor }, 'change', async (tx) => {
        await insertExaminees(
          tx,
          key.id,
          examinees.map((user) => ({ user, attemptId: null })),
        );
        return columnsOf(fields);
      }),

    /** Everything a published plan consists of, or nothing. The paper must still be the one that was frozen. */
    publish: (key: { id: number; version: number }, made: Publication, editor: Editor): Promise<PlanChange> =>
      change({ ...key, ...editor }, 'publish', async (tx) => {
        const papers = paperReads(tx);
        const paper = await papers.byId(editor.schoolId, made.paper.id);
        if (paper?.row.version !== made.paper.version || !(await papers.organise(paper.row))) return 'paperChanged';
        const { content, items } = made.frozen;
        await tx
          .insertInto('exam_package')
          .values({
            plan_id: key.id,
            variant: content.variant,
            version: content.version,
            paper_name: made.paper.name,
            question_count: items.length,
            total_points: made.paper.total_points,
            pass_points: made.passPoints,
            sections: JSON.stringify(content.sections.map(({ title, type }) => ({ title, type }))),
            sealed: made.sealed.sealed,
            size_bytes: made.sealed.sizeBytes,
            content_key: made.contentKey,
          })
          .execute();
        const rows = items.map(({ itemId, section, question, points, partial }) => ({
          plan_id: key.id,
          variant: content.variant,
          item_id: itemId,
          section,
          question_id: question.id,
          question_version: question.version,
          type: question.type,
          points,
          partial: partial ? (1 as const) : (0 as const),
          answer_key: JSON.stringify(question.key),
          stem: question.stem,
          options: JSON.stringify(question.options),
          analysis: question.analysis,
        }));
        for (let at = 0; at < rows.length; at += 500)
          await tx
            .insertInto('exam_item')
            .values(rows.slice(at, at + 500))
            .execute();
        await insertExaminees(tx, key.id, made.attempts);
        return { published_ms: editor.nowMs };
      }),

    byId: (schoolId: number, id: number): Promise<PlanRow | undefined> =>
      db.selectFrom('exam_plan').selectAll().where('id', '=', id).where('school_id', '=', schoolId).executeTakeFirst(),

    examinees: (planIds: readonly number[]): Promise<ExamineeRow[]> =>
      planIds.length === 0
        ? Promise.resolve([])
        : db.selectFrom('exam_examinee').selectAll().where('plan_id', 'in', planIds).orderBy('plan_id').orderBy('position').execute(),

    async list(query: {
      schoolId: number;
      keyword: string;
      column: (typeof planSorts)[keyof typeof planSorts];
      descending: boolean;
      offset: number;
      limit: number;
    }) {
      let base = db.selectFrom('exam_plan').where('school_id', '=', query.schoolId);
      if (query.keyword !== '') {
        const pattern = `%${query.keyword.replaceAll(/[\\%_]/g, '\\$&')}%`;
        base = base.where(({ eb, val }) => eb(eb.fn('like', [val(pattern), eb.ref('name'), val('\\')]), '=', 1));
      }
      const direction = query.descending ? 'desc' : 'asc';
      const items = await base
        .selectAll()
        .orderBy(query.column, direction)
        .orderBy('id', direction)
        .offset(query.offset)
        .limit(query.limit)
        .execute();
      const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      return { items, total };
    },
  };
}

const columnsOf = (fields: PlanFields) => ({
  name: fields.name,
  paper_id: fields.paperId,
  start_ms: fields.startMs,
  duration_ms: fields.durationMs,
  entry_limit_ms: fields.entryLimitMs,
  earliest_hand_in_ms: fields.earliestHandInMs,
  notice: fields.notice,
});

/** Replaces the plan's examinees. With an attempt, each also gets a seat. */
async function insertExaminees(
  tx: Transaction<Database>,
  planId: number,
  entries: readonly { user: ExamUser; attemptId: string | null }[],
): Promise<void> {
  await tx.deleteFrom('exam_examinee').where('plan_id', '=', planId).execute();
  const rows = entries.map(({ user, attemptId }, position) => ({
    plan_id: planId,
    user_id: user.id,
    position,
    name: user.name,
    ticket_no: user.ticketNo,
    attempt_id: attemptId,
    seat_label: attemptId === null ? '' : seatLabel(position),
    device_id: null,
    epoch: 1,
    entered_ms: null,
  }));
  for (let at = 0; at < rows.length; at += 500)
    await tx
      .insertInto('exam_examinee')
      .values(rows.slice(at, at + 500))
      .execute();
}
