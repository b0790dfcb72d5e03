import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AnalysisRule, LateRule } from '../../../../sync/contract/codes.ts';
import { type AssignedKind, assignedKinds } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { createChangeNoteStore } from '../../../db/change-note-store.ts';
import { anyContainsKeyword, type PageOrder, readPage } from '../../../db/list-page.ts';
import { createRowOwnerStore, type Viewer } from '../../../db/row-owner-store.ts';
import type { Database } from '../../../db/schema.ts';
import { requireVersion } from '../../../http/stale-version.ts';
import { type PlanEditor, planFieldNames, planHistoryKind } from '../../exams/exam/exam-plan-writes.ts';
import { assignmentMessages as messages } from './assignment-messages.ts';

export type AssignmentWorkRow = Selectable<Database['assignment_work']>;
export type AssignmentMarkRow = Selectable<Database['assignment_mark']>;
export type AssignmentRow = NonNullable<Awaited<ReturnType<ReturnType<typeof createAssignmentStore>['byId']>>>;

export interface AssignmentRules {
  readonly dueMs: number;
  readonly lateRule: LateRule;
  readonly latePercent: number;
  readonly analysisRule: AnalysisRule;
  readonly tries: number;
  readonly minutes: number | null;
}
export interface AssignmentChange {
  readonly name: string;
  readonly notice: string;
  readonly durationMs: number;
  readonly rules: Omit<AssignmentRules, 'tries' | 'minutes'>;
}

export const assignmentSorts = { id: 'id', name: 'name', startMs: 'start_ms', updatedMs: 'updated_ms' } as const;

const toRulesColumns = (rules: Omit<AssignmentRules, 'tries' | 'minutes'>) => ({
  due_ms: rules.dueMs,
  late_rule: rules.lateRule,
  late_percent: rules.latePercent,
  analysis_rule: rules.analysisRule,
});

export const insertAssignment = (tx: Transaction<Database>, planId: number, rules: AssignmentRules): Promise<unknown> =>
  tx
    .insertInto('assignment')
    .values({ plan_id: planId, ...toRulesColumns(rules), tries: rules.tries, minutes: rules.minutes })
    .execute();

/** Stores homework and mock tests: plans with an additional row of rules. */
export function createAssignmentStore(db: Kysely<Database>) {
  const selectTasks = () =>
    db
      .selectFrom('exam_plan')
      .innerJoin('assignment', 'assignment.plan_id', 'exam_plan.id')
      .where('exam_plan.kind', 'in', assignedKinds)
      .selectAll('exam_plan')
      .select(['due_ms', 'late_rule', 'late_percent', 'analysis_rule', 'tries', 'minutes'])
      .$narrowType<{ kind: AssignedKind }>();

  return {
    byId: (schoolId: number, id: number) =>
      selectTasks()
        .where('exam_plan.id', '=', id)
        .where('exam_plan.school_id', '=', schoolId)
        .where('exam_plan.published_ms', 'is not', null)
        .executeTakeFirst(),

    byIds: async (ids: readonly number[]) =>
      ids.length === 0 ? [] : selectTasks().where('exam_plan.id', 'in', ids).where('exam_plan.published_ms', 'is not', null).execute(),

    /** Reads a page of ids of the assignments that the viewer may read. */
    list: (query: { viewer: Viewer; kind: AssignedKind | undefined; keyword: string }, order: PageOrder) => {
      let base = db
        .selectFrom('exam_plan')
        .where('school_id', '=', query.viewer.schoolId)
        .where('published_ms', 'is not', null)
        .where('kind', 'in', query.kind === undefined ? assignedKinds : [query.kind]);
      const readable = createRowOwnerStore(db).readable('plan', query.viewer);
      if (readable) base = base.where(readable);
      if (query.keyword !== '') base = base.where((eb) => anyContainsKeyword(eb, ['name'], query.keyword));
      return readPage(base, order, (rows) => rows.select('exam_plan.id'));
    },

    /** Returns the ids of the viewer's readable assignments, newest first, at most `limit`. */
    async visible(viewer: Viewer, kind: AssignedKind | undefined, limit: number): Promise<number[]> {
      let base = db
        .selectFrom('exam_plan')
        .select('id')
        .where('school_id', '=', viewer.schoolId)
        .where('published_ms', 'is not', null)
        .where('kind', 'in', kind === undefined ? assignedKinds : [kind]);
      const readable = createRowOwnerStore(db).readable('plan', viewer);
      if (readable) base = base.where(readable);
      return (await base.orderBy('start_ms', 'desc').orderBy('id', 'desc').limit(limit).execute()).map((row) => row.id);
    },

    /** Deletes a draft whose publication failed. */
    dropDraft: (id: number): Promise<unknown> =>
      db.deleteFrom('exam_plan').where('id', '=', id).where('published_ms', 'is', null).where('kind', 'in', assignedKinds).execute(),

    /** Changes an assignment. Refuses if the caller saw another version. */
    async modify(
      tx: Transaction<Database>,
      key: { id: number; version: number },
      to: AssignmentChange,
      fields: readonly string[],
      editor: PlanEditor,
    ): Promise<{ id: number; version: number }> {
      const now = await tx.selectFrom('exam_plan').select('version').where('id', '=', key.id).executeTakeFirstOrThrow();
      const fieldNames = { ...planFieldNames, ...messages.fields };
      await requireVersion(tx, { kind: planHistoryKind, id: key.id, ...now }, key.version, messages.called(), fieldNames);
      const version = now.version + 1;
      await tx
        .updateTable('exam_plan')
        .set({
          name: to.name,
          notice: to.notice,
          duration_ms: to.durationMs,
          entry_limit_ms: to.durationMs,
          version,
          updated_by: editor.userId,
          updated_ms: editor.nowMs,
        })
        .where('id', '=', key.id)
        .execute();
      await tx.updateTable('assignment').set(toRulesColumns(to.rules)).where('plan_id', '=', key.id).execute();
      await createChangeNoteStore(tx).write({ kind: planHistoryKind, id: key.id, version }, { ...editor, fields });
      return { id: key.id, version };
    },

    /** Withdraws an assignment. It stays listed for staff, and its answers stay readable. */
    async withdraw(tx: Transaction<Database>, id: number, reason: string, editor: PlanEditor): Promise<{ id: number; version: number }> {
      const withdrawn = { withdrawn_ms: editor.nowMs, withdrawn_by: editor.userId, withdraw_reason: reason };
      const { version } = await tx
        .updateTable('exam_plan')
        .set((eb) => ({ ...withdrawn, version: eb('version', '+', 1), updated_by: editor.userId, updated_ms: editor.nowMs }))
        .where('id', '=', id)
        .returning('version')
        .executeTakeFirstOrThrow();
      await createChangeNoteStore(tx).write({ kind: planHistoryKind, id, version }, { ...editor, fields: ['status'] });
      return { id, version };
    },

    /** Reads the present classes of students; plans do not store them. */
    classesOf: (userIds: readonly number[]) =>
      userIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('user')
            .leftJoin('class', 'class.id', 'user.class_id')
            .select(['user.id', 'user.class_id', 'class.name as class_name'])
            .where('user.id', 'in', userIds)
            .execute(),

    /** Returns the enabled students of these classes of the school. */
    async studentsOf(schoolId: number, classIds: readonly number[]): Promise<number[]> {
      if (classIds.length === 0) return [];
      const rows = await db
        .selectFrom('user')
        .select('id')
        .where('school_id', '=', schoolId)
        .where('class_id', 'in', classIds)
        .where('user_type', '=', 7)
        .where('sits', '=', 1)
        .orderBy('class_id')
        .orderBy('id')
        .execute();
      return rows.map((row) => row.id);
    },

    packagesOf: (planIds: readonly number[]) =>
      planIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('exam_package')
            .select(['plan_id', 'variant', 'paper_name', 'total_points', 'pass_points', 'question_count', 'sections'])
            .where('plan_id', 'in', planIds)
            .orderBy('variant')
            .execute(),

    /** Reads the frozen questions of a variant with keys and analyses. Students may see them only if `isAnalysisOpen` permits. */
    wholeItems: (planId: number, variant: string) =>
      db
        .selectFrom('exam_item')
        .select(['item_id', 'section', 'question_id', 'type', 'points', 'stem', 'options', 'answer_key', 'analysis'])
        .where('plan_id', '=', planId)
        .where('variant', '=', variant)
        .execute(),
  };
}

type ReminderRow = Selectable<Database['assignment_reminder']>;

/** Stores the last reminder of an assignment for each student. */
export function createAssignmentReminderStore(db: Kysely<Database>) {
  return {
    /** Maps plan ids to the last reminder that this student was sent. */
    async ofUser(userId: number): Promise<Map<number, ReminderRow>> {
      const rows = await db.selectFrom('assignment_reminder').selectAll().where('user_id', '=', userId).execute();
      return new Map(rows.map((row) => [row.plan_id, row]));
    },

    /** Maps user ids of students to the last reminder that each was sent about this plan. */
    async ofPlan(planId: number): Promise<Map<number, ReminderRow>> {
      const rows = await db.selectFrom('assignment_reminder').selectAll().where('plan_id', '=', planId).execute();
      return new Map(rows.map((row) => [row.user_id, row]));
    },

    async note(planId: number, userIds: readonly number[], by: { userId: number; nowMs: number }): Promise<void> {
      const reminder = { reminded_ms: by.nowMs, reminded_by: by.userId };
      for (const userId of userIds)
        await db
          .insertInto('assignment_reminder')
          .values({ plan_id: planId, user_id: userId, ...reminder })
          .onConflict((conflict) => conflict.columns(['plan_id', 'user_id']).doUpdateSet(reminder))
          .execute();
    },
  };
}
