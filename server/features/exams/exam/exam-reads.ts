import type { Kysely, Selectable } from 'kysely';
import { type AnswerKey, countAnswerPlaces } from '../../../../sync/contract/bank/question-body.ts';
import type { KeyCorrection } from '../../../../sync/contract/marking/score.ts';
import { arrivalGraceMs } from '../../../../sync/engine/ops/time-label.ts';
import { examUserStatus, type ExamUserStatusCode, sectionType, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import type { ExamPlanTimes } from '../../../../sync/domain/exams/exam-machine.ts';
import { createRowOwnerStore, type Viewer } from '../../../db/row-owner-store.ts';
import type { Database } from '../../../db/schema.ts';
import type { AttemptSummary } from '../../../answer-log/calls/sync-reads.ts';
import { countRows, countByColumn } from '../../../db/list-page.ts';
import { sliceValues } from '../../../db/slice-values.ts';

/** Question of a plan as it was frozen at publication, with its key, for marking. */
export interface FrozenItemKey {
  readonly itemId: string;
  readonly questionId: number;
  readonly section: number;
  readonly type: SectionTypeCode;
  readonly points: number;
  readonly partial: boolean;
  readonly key: AnswerKey;
  /** Correction of the key after publication; null means that the published key still counts. */
  readonly correction: KeyCorrection | null;
}

/** Question of a plan as it was frozen at publication, without its key, for staff to read. */
export interface FrozenItemText {
  readonly itemId: string;
  readonly section: string;
  readonly type: SectionTypeCode;
  readonly points: number;
  readonly stem: string;
  readonly options: { readonly id: string; readonly html: string }[];
}

/** Returns when the answers of a plan may be collected (ms): its end plus `arrivalGraceMs`, without extensions. */
export const computeCollectMs = (plan: Pick<Selectable<Database['exam_plan']>, 'start_ms' | 'duration_ms'>): number =>
  plan.start_ms + plan.duration_ms + arrivalGraceMs;

/**
 * Returns the status shown for an examinee. Once time is over, an examinee is absent only if they never took a seat: only then can no PC have answers
 * of theirs.
 */
export function deriveExamineeListStatus(attempt: AttemptSummary | undefined, enteredMs: number | null): ExamUserStatusCode {
  if (!attempt) return examUserStatus.awaiting;
  const mayHoldAnswers = attempt.stayedAway && !attempt.absentMarked && enteredMs !== null;
  if (mayHoldAnswers && attempt.status === examUserStatus.absent) return examUserStatus.awaiting;
  return hasNeverEntered(attempt, enteredMs) && attempt.status === examUserStatus.awaiting ? examUserStatus.absent : attempt.status;
}

/** Tells whether an examinee's time is over, they never asked for a seat, and no op of theirs has arrived. */
export const hasNeverEntered = (attempt: AttemptSummary, enteredMs: number | null): boolean =>
  enteredMs === null && attempt.timeOver && attempt.receivedOps === 0;

type PlanTimes = Pick<Selectable<Database['exam_plan']>, 'start_ms' | 'duration_ms' | 'entry_limit_ms' | 'earliest_hand_in_ms'>;

export const readPlanTimes = (plan: PlanTimes): ExamPlanTimes => ({
  startMs: plan.start_ms,
  durationMs: plan.duration_ms,
  entryLimitMs: plan.entry_limit_ms,
  earliestHandInMs: plan.earliest_hand_in_ms,
});

/** Lists the attempts of published plans that begin after `nowMs`. */
export const listWaitingAttempts = (db: Kysely<Database>, nowMs: number): Promise<{ attemptId: string; startMs: number }[]> =>
  db
    .selectFrom('exam_examinee')
    .innerJoin('exam_plan', 'exam_plan.id', 'exam_examinee.plan_id')
    .where('exam_plan.published_ms', 'is not', null)
    .where('exam_plan.start_ms', '>', nowMs)
    .where('exam_examinee.attempt_id', 'is not', null)
    .select((eb) => [eb.fn.coalesce('exam_examinee.attempt_id', eb.val('')).as('attemptId'), 'exam_plan.start_ms as startMs'])
    .execute();

/** Reads exam plans for other modules. */
export function createExamReads(db: Kysely<Database>) {
  return {
    /** Counts the plans in which a user is an examinee (`sits`) and the plans that the user created or last changed (`keeps`). */
    async countsOf(userId: number): Promise<{ sits: number; keeps: number }> {
      const owned = db.selectFrom('exam_plan').where((eb) => eb.or([eb('updated_by', '=', userId), eb('created_by', '=', userId)]));
      const sits = await countRows(db.selectFrom('exam_examinee').where('user_id', '=', userId));
      return { sits, keeps: await countRows(owned) };
    },

    /** Lists the published plans that contain a question, newest first, at most 100, limited to plans that the viewer may read. */
    withQuestion: (
      viewer: Viewer,
      questionId: number,
    ): Promise<{ id: number; name: string; startMs: number; examinees: number; questionVersion: number }[]> => {
      const found = db
        .selectFrom('exam_item')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_item.plan_id')
        .select((eb) => [
          'exam_plan.id',
          'exam_plan.name',
          'exam_plan.start_ms as startMs',
          eb.fn.max('question_version').as('questionVersion'),
          eb
            .selectFrom('exam_examinee')
            .select((inner) => inner.fn.countAll<number>().as('count'))
            .whereRef('exam_examinee.plan_id', '=', 'exam_plan.id')
            .as('examinees'),
        ])
        .where('question_id', '=', questionId)
        .where('school_id', '=', viewer.schoolId)
        .groupBy('exam_plan.id')
        .orderBy('exam_plan.start_ms', 'desc')
        .limit(100)
        .$narrowType<{ examinees: number }>();
      const readable = createRowOwnerStore(db).readable('plan', viewer);
      return (readable ? found.where(readable) : found).execute();
    },

    /** Lists the published exams in which a user is an examinee, newest first. */
    sittingsOf: (userId: number) =>
      db
        .selectFrom('exam_examinee')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_examinee.plan_id')
        .innerJoin('exam_package', (join) =>
          join.onRef('exam_package.plan_id', '=', 'exam_plan.id').onRef('exam_package.variant', '=', 'exam_examinee.variant'),
        )
        .innerJoin('paper', 'paper.id', 'exam_plan.paper_id')
        .where('exam_examinee.user_id', '=', userId)
        .where('exam_plan.kind', '=', 'exam')
        .where('exam_plan.published_ms', 'is not', null)
        .where('exam_examinee.attempt_id', 'is not', null)
        .select([
          'exam_plan.id as plan_id',
          'exam_plan.name',
          'exam_plan.start_ms',
          'exam_plan.duration_ms',
          'exam_plan.entry_limit_ms',
          'exam_plan.earliest_hand_in_ms',
          'exam_plan.released_ms',
          'exam_plan.part',
          'exam_plan.resit',
          'paper.kind as paper_kind',
          'exam_package.paper_name',
          'exam_package.total_points',
          'exam_package.pass_points',
          'exam_examinee.ticket_no',
          'exam_examinee.seat_label',
          'exam_examinee.entered_ms',
          (eb) => eb.fn.coalesce('exam_examinee.attempt_id', eb.val('')).as('attempt_id'),
        ])
        .orderBy('exam_plan.start_ms', 'desc')
        .orderBy('exam_plan.id', 'desc')
        .execute(),

    /** Tells whether any question of this attempt's paper asks for photos or documents. */
    async asksFiles(attemptId: string): Promise<boolean> {
      const row = await db
        .selectFrom('exam_examinee')
        .innerJoin('exam_item', 'exam_item.plan_id', 'exam_examinee.plan_id')
        .where('exam_examinee.attempt_id', '=', attemptId)
        // A text match on the frozen key. An answer text that contains these words can only permit files wrongly, never refuse them.
        .where('exam_item.answer_key', 'like', '%"files":%')
        .select('exam_item.item_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async planOfAttempt(attemptId: string): Promise<{ planId: number; collectAtMs: number } | undefined> {
      const row = await db
        .selectFrom('exam_examinee')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_examinee.plan_id')
        .where('attempt_id', '=', attemptId)
        .select(['exam_plan.id', 'start_ms', 'duration_ms'])
        .executeTakeFirst();
      return row && { planId: row.id, collectAtMs: computeCollectMs(row) };
    },

    /** Counts the exam plans of each school, drafts included; schools without plans are missing. */
    countsBySchool: (schoolIds: readonly number[]): Promise<Map<number, number>> =>
      countByColumn(db.selectFrom('exam_plan').where('kind', '=', 'exam'), 'school_id', schoolIds),

    /** Counts a school's published exams that are running at `nowMs`. */
    runningCount: (schoolId: number, nowMs: number): Promise<number> =>
      countRows(
        db
          .selectFrom('exam_plan')
          .where('school_id', '=', schoolId)
          .where('kind', '=', 'exam')
          .where('published_ms', 'is not', null)
          .where('start_ms', '<=', nowMs)
          .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '>', nowMs)),
      ),

    /** Maps each attempt to its paper variant. */
    async variantsOf(attemptIds: readonly string[]): Promise<Map<string, string>> {
      const found = new Map<string, string>();
      for (const some of sliceValues(attemptIds)) {
        const rows = await db.selectFrom('exam_examinee').select(['attempt_id', 'variant']).where('attempt_id', 'in', some).execute();
        for (const row of rows) if (row.attempt_id !== null) found.set(row.attempt_id, row.variant);
      }
      return found;
    },

    /** Reads the questions of one variant without their keys. */
    async frozenTexts(planId: number, variant: string): Promise<FrozenItemText[]> {
      const sections = await db
        .selectFrom('exam_package')
        .select('sections')
        .where('plan_id', '=', planId)
        .where('variant', '=', variant)
        .executeTakeFirst();
      const titles = JSON.parse(sections?.sections ?? '[]') as { title: string }[];
      const rows = await db
        .selectFrom('exam_item')
        .select(['item_id', 'section', 'type', 'points', 'stem', 'options'])
        .where('plan_id', '=', planId)
        .where('variant', '=', variant)
        .execute();
      return rows.map((row) => ({
        itemId: row.item_id,
        section: titles[row.section]?.title ?? '',
        type: row.type,
        points: row.points,
        stem: row.stem,
        options: JSON.parse(row.options) as FrozenItemText['options'],
      }));
    },

    /**
     * Reads the questions of one variant for a printed answer sheet. Of the key it adds only the number of places to fill in. `shown`: true for a
     * practical task or a thesis defence without files, which nobody answers in writing.
     */
    async frozenSheet(planId: number, variant: string): Promise<(FrozenItemText & { blanks: number; shown: boolean })[]> {
      const texts = await this.frozenTexts(planId, variant);
      const rows = await db
        .selectFrom('exam_item')
        .select(['item_id', 'type', 'answer_key'])
        .where('plan_id', '=', planId)
        .where('variant', '=', variant)
        .execute();
      const more = new Map(
        rows.map(({ item_id, type, answer_key }) => {
          const key = JSON.parse(answer_key) as AnswerKey;
          const performed = type === sectionType.practical || type === sectionType.thesisDefence;
          const shown = performed && !(key.kind === 'rubric' && (key.files ?? 0) > 0);
          return [item_id, { blanks: countAnswerPlaces(key), shown }] as const;
        }),
      );
      return texts
        .map((text) => ({ ...text, blanks: 0, shown: false, ...more.get(text.itemId) }))
        .toSorted((a, b) => Number(a.itemId) - Number(b.itemId));
    },

    /** Maps each corrected question to the correction that counts in place of its key. */
    async corrections(planId: number): Promise<Map<number, KeyCorrection | null>> {
      const rows = await db
        .selectFrom('key_correction')
        .select(['question_id', 'correction'])
        .where('plan_id', '=', planId)
        .orderBy('id')
        .execute();
      return new Map(rows.map((row) => [row.question_id, JSON.parse(row.correction) as KeyCorrection | null]));
    },

    /** Reads the questions of one variant with keys, in the paper's order. */
    async frozenItems(planId: number, variant: string): Promise<FrozenItemKey[]> {
      const rows = await db
        .selectFrom('exam_item')
        .select(['item_id', 'question_id', 'section', 'type', 'points', 'partial', 'answer_key'])
        .where('plan_id', '=', planId)
        .where('variant', '=', variant)
        .execute();
      const corrections = await this.corrections(planId);
      return rows
        .map((row) => ({
          itemId: row.item_id,
          questionId: row.question_id,
          correction: corrections.get(row.question_id) ?? null,
          section: row.section,
          type: row.type,
          points: row.points,
          partial: row.partial === 1,
          key: JSON.parse(row.answer_key) as AnswerKey,
        }))
        .toSorted((a, b) => Number(a.itemId) - Number(b.itemId));
    },
  };
}
