import type { Kysely, Selectable } from 'kysely';
import type { ExamPart } from '../../../sync/contract/exams/exam-part.ts';
import type { Database } from '../../db/schema.ts';

export type CertificateRow = Selectable<Database['certificate']>;
/** A person to be certified, with the passed plan of each part. */
export interface CertificateHolder {
  readonly userId: number;
  readonly name: string;
  readonly parts: readonly { readonly part: ExamPart; readonly name: string; readonly points: number; readonly passPoints: number }[];
}

const serialDigits = 6;

/** Queries of certificates and their serial numbers. */
export function createCertificateStore(db: Kysely<Database>) {
  return {
    ofPlans: (planIds: readonly number[]): Promise<CertificateRow[]> =>
      db.selectFrom('certificate').selectAll().where('plan_id', 'in', planIds).execute(),

    byId: (schoolId: number, id: number): Promise<CertificateRow | undefined> =>
      db.selectFrom('certificate').selectAll().where('id', '=', id).where('school_id', '=', schoolId).executeTakeFirst(),

    byNumber: (number: string): Promise<CertificateRow | undefined> =>
      db.selectFrom('certificate').selectAll().where('number', '=', number).executeTakeFirst(),

    async school(schoolId: number): Promise<{ title: string; logo: string }> {
      const row = await db.selectFrom('school').select(['title', 'logo']).where('id', '=', schoolId).executeTakeFirst();
      return row ?? { title: '', logo: '' };
    },

    /** Issues certificates. The row of the serial number is locked first, so that concurrent calls neither repeat nor skip a number. */
    async issue(
      prefix: string,
      of: {
        readonly schoolId: number;
        readonly planId: number;
        readonly profession: string;
        readonly level: CertificateRow['level'];
        readonly by: number;
        readonly nowMs: number;
      },
      holders: readonly CertificateHolder[],
    ): Promise<string[]> {
      const { last } = await db
        .insertInto('certificate_serial')
        .values({ prefix, last: 0 })
        .onConflict((conflict) => conflict.column('prefix').doUpdateSet((eb) => ({ last: eb.ref('certificate_serial.last') })))
        .returning('last')
        .executeTakeFirstOrThrow();
      const have = new Set(
        (await db.selectFrom('certificate').select('user_id').where('plan_id', '=', of.planId).execute()).map((row) => row.user_id),
      );
      const rows = holders
        .filter((holder) => !have.has(holder.userId))
        .map((holder, at) => ({
          number: prefix + String(last + at + 1).padStart(serialDigits, '0'),
          school_id: of.schoolId,
          plan_id: of.planId,
          user_id: holder.userId,
          name: holder.name,
          profession: of.profession,
          level: of.level,
          parts: JSON.stringify(holder.parts),
          issued_by: of.by,
          issued_ms: of.nowMs,
        }));
      if (rows.length === 0) return [];
      await db
        .updateTable('certificate_serial')
        .set({ last: last + rows.length })
        .where('prefix', '=', prefix)
        .execute();
      for (let at = 0; at < rows.length; at += 500)
        await db
          .insertInto('certificate')
          .values(rows.slice(at, at + 500))
          .execute();
      return rows.map((row) => row.number);
    },

    async revoke(id: number, reason: string, nowMs: number): Promise<void> {
      await db
        .updateTable('certificate')
        .set({ revoked_ms: nowMs, revoke_reason: reason })
        .where('id', '=', id)
        .where('revoked_ms', 'is', null)
        .execute();
    },
  };
}
