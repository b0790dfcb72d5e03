import type { Kysely, Selectable } from 'kysely';
import type { ExamPart } from '../../../../sync/contract/exams/exam-part.ts';
import type { createCertificateNumbers } from '../../../../sync/contract/certificate-number.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';

export type CertificateRow = Selectable<Database['certificate']>;
/** A person to be certified, with the passed plan of each part. */
export interface CertificateHolder {
  readonly userId: number;
  readonly name: string;
  readonly parts: readonly { readonly part: ExamPart; readonly name: string; readonly points: number; readonly passPoints: number }[];
}

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

    /**
     * Issues certificates and returns them; null if the series has no numbers left. The row of the series is locked first, so that concurrent calls
     * neither repeat nor skip a number. A number that another pattern has already made is skipped.
     */
    async issue(
      numbers: ReturnType<typeof createCertificateNumbers>,
      of: {
        readonly schoolId: number;
        readonly planId: number;
        readonly profession: string;
        readonly level: CertificateRow['level'];
        readonly pattern: string;
        readonly by: number;
        readonly nowMs: number;
      },
      holders: readonly CertificateHolder[],
    ): Promise<{ id: number; number: string; userId: number }[] | null> {
      const { last } = await db
        .insertInto('certificate_serial')
        .values({ prefix: numbers.key, last: 0 })
        .onConflict((conflict) => conflict.column('prefix').doUpdateSet((eb) => ({ last: eb.ref('certificate_serial.last') })))
        .returning('last')
        .executeTakeFirstOrThrow();
      const certifiedUserIds = new Set(
        (await db.selectFrom('certificate').select('user_id').where('plan_id', '=', of.planId).execute()).map((row) => row.user_id),
      );
      const newHolders = holders.filter((holder) => !certifiedUserIds.has(holder.userId));
      if (newHolders.length === 0) return [];
      const freeNumbers: string[] = [];
      let serial = last;
      while (freeNumbers.length < newHolders.length) {
        const candidates = Array.from({ length: Math.min(500, newHolders.length - freeNumbers.length) }, (_, at) =>
          numbers.numberOf(serial + at + 1),
        );
        serial += candidates.length;
        if (serial > numbers.mostSerials) return null;
        const taken = await db.selectFrom('certificate').select('number').where('number', 'in', candidates).execute();
        freeNumbers.push(...candidates.filter((number) => !taken.some((row) => row.number === number)));
      }
      await db.updateTable('certificate_serial').set({ last: serial }).where('prefix', '=', numbers.key).execute();
      const rows = newHolders.map((holder, at) => ({
        number: freeNumbers[at] ?? '',
        school_id: of.schoolId,
        plan_id: of.planId,
        user_id: holder.userId,
        name: holder.name,
        profession: of.profession,
        level: of.level,
        parts: JSON.stringify(holder.parts),
        pattern: of.pattern,
        issued_by: of.by,
        issued_ms: of.nowMs,
      }));
      const issued = [];
      for (const rowSlice of sliceValues(rows, 500))
        issued.push(...(await db.insertInto('certificate').values(rowSlice).returning(['id', 'number', 'user_id as userId']).execute()));
      return issued;
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
