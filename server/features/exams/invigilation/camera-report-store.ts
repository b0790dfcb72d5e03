import type { Kysely } from 'kysely';
import type { CameraKind, CameraOutcome } from '../../../../sync/contract/exams/camera.ts';
import { runInScope } from '../../../db/lock-scope.ts';
import type { Database } from '../../../db/schema.ts';

/** Report of a PC's camera about a photo at entry or at a random moment, without the picture itself. */
export interface StoredCameraReport {
  readonly attemptId: string;
  readonly userId: number;
  readonly item: string;
  readonly kind: CameraKind;
  readonly outcome: CameraOutcome;
  readonly epoch: number;
  readonly takenMs: number;
  readonly receivedMs: number;
  /** True while the server still stores the picture. */
  readonly hasPicture: boolean;
}

/** Stores the reports of the cameras of exam PCs, with their encrypted pictures. */
export function createCameraReportStore(db: Kysely<Database>) {
  const reports = (planId: number) =>
    db
      .selectFrom('camera_report')
      .where('plan_id', '=', planId)
      .select([
        'attempt_id as attemptId',
        'user_id as userId',
        'item',
        'kind',
        'outcome',
        'epoch',
        'taken_ms as takenMs',
        'received_ms as receivedMs',
        (eb) => eb.case().when('sealed', 'is', null).then(0).else(1).end().as('hasPicture'),
      ])
      .orderBy('received_ms', 'desc')
      .orderBy('item');
  type Row = Omit<StoredCameraReport, 'hasPicture'> & { readonly hasPicture: number };
  const withFlag = (row: Row): StoredCameraReport => ({ ...row, hasPicture: row.hasPicture === 1 });

  return {
    /** Finds the plan of an attempt and its rules; undefined if the attempt belongs to no exam. */
    planOf: (attemptId: string) =>
      db
        .selectFrom('exam_examinee')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_examinee.plan_id')
        .where('attempt_id', '=', attemptId)
        .where('exam_plan.kind', '=', 'exam')
        .select(['exam_plan.id as planId', 'exam_plan.school_id as schoolId', 'exam_examinee.user_id as userId', 'lockdown'])
        .executeTakeFirst(),

    async isStored(attemptId: string, item: string): Promise<boolean> {
      const row = await db
        .selectFrom('camera_report')
        .select('item')
        .where('attempt_id', '=', attemptId)
        .where('item', '=', item)
        .executeTakeFirst();
      return row !== undefined;
    },

    async count(attemptId: string, kind: CameraKind): Promise<number> {
      const { count } = await db
        .selectFrom('camera_report')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('attempt_id', '=', attemptId)
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Stores a report; a repeated one is ignored. `sealed`: the encrypted picture, or null if the report has none. */
    add({ hasPicture: _, ...report }: StoredCameraReport & { readonly planId: number }, sealed: Buffer | null): Promise<unknown> {
      const add = db
        .insertInto('camera_report')
        .values({
          attempt_id: report.attemptId,
          item: report.item,
          plan_id: report.planId,
          user_id: report.userId,
          kind: report.kind,
          outcome: report.outcome,
          epoch: report.epoch,
          taken_ms: report.takenMs,
          received_ms: report.receivedMs,
          sealed,
        })
        .onConflict((conflict) => conflict.doNothing());
      return runInScope('nothing', () => add.execute());
    },

    /** Lists the reports of one examinee, newest first. */
    ofExaminee: async (planId: number, userId: number) => (await reports(planId).where('user_id', '=', userId).execute()).map(withFlag),

    async isExaminee(schoolId: number, planId: number, userId: number): Promise<boolean> {
      const row = await db
        .selectFrom('exam_examinee')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_examinee.plan_id')
        .select('attempt_id')
        .where('school_id', '=', schoolId)
        .where('plan_id', '=', planId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Maps each examinee of a plan to their newest report at entry. */
    async newestEntries(planId: number): Promise<Map<number, StoredCameraReport>> {
      const rows = await reports(planId).where('kind', '=', 'entry').execute();
      return new Map(rows.toReversed().map((row) => [row.userId, withFlag(row)]));
    },

    /** Returns a picture as it was sealed; undefined if there is none. */
    async sealed(attemptId: string, item: string): Promise<{ userId: number; epoch: number; sealed: Buffer } | undefined> {
      const row = await db
        .selectFrom('camera_report')
        .select(['user_id', 'epoch', 'sealed'])
        .where('attempt_id', '=', attemptId)
        .where('item', '=', item)
        .executeTakeFirst();
      return row?.sealed ? { userId: row.user_id, epoch: row.epoch, sealed: row.sealed } : undefined;
    },

    /** Lists the ended exams that still have pictures. */
    plansWithPictures: (nowMs: number) =>
      db
        .selectFrom('exam_plan')
        .where((eb) => eb('exam_plan.id', 'in', eb.selectFrom('camera_report').select('plan_id').where('sealed', 'is not', null)))
        .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '<', nowMs))
        .select(['exam_plan.id as planId', 'exam_plan.school_id as schoolId', 'start_ms', 'duration_ms'])
        .execute(),

    /** Deletes the pictures of a plan. The reports stay. */
    deletePictures(planId: number): Promise<unknown> {
      const remove = db.updateTable('camera_report').set({ sealed: null }).where('plan_id', '=', planId).where('sealed', 'is not', null);
      return runInScope('nothing', () => remove.execute());
    },
  };
}
