import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Looks up admission ticket numbers that an exam assigned itself. Examinees sign in with them. */
export function createTicketStore(db: Kysely<Database>) {
  return {
    /** Returns the examinee with this admission ticket number in the school's newest published exam that assigned its own numbers. */
    async userWithTicket(schoolId: number, ticketNo: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('exam_examinee')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_examinee.plan_id')
        .where('ticket_no', '=', ticketNo)
        .where('exam_plan.school_id', '=', schoolId)
        .where('ticket_pattern', '<>', '')
        .where('published_ms', 'is not', null)
        .orderBy('start_ms', 'desc')
        .select('user_id')
        .executeTakeFirst();
      return row?.user_id;
    },
  };
}
