import type { Kysely } from 'kysely';
import { userStatus } from '../../../sync/contract/codes.ts';
import { wordPeople } from '../../db/person-text-store.ts';
import type { Database } from '../../db/schema.ts';
import type { ServerChance } from '../../ports.ts';
import { idNumberReads } from './id-number-reads.ts';
import { hashInitialPassword, makeInitialPassword } from './initial-password.ts';
import type { ExamUser } from './user-reads.ts';

interface Applicant {
  readonly name: string;
  /** Whole. */
  readonly idNumber: string;
  readonly photo: string;
  readonly employer: string;
  readonly phone: string;
  /** What their ticket number and login name are made of, where they have no account yet. */
  readonly ticketNo: string;
}

/** Accounts of examinees for who was approved elsewhere; `tx` is the transaction of that change. */
export function examineeReads(tx: Kysely<Database>, keys: Parameters<typeof idNumberReads>[0], chance: ServerChance) {
  const numbers = idNumberReads(keys, chance);
  return {
    /** The account that sits exams for this person, found by their ID number or made: one person has one. */
    async accountFor(schoolId: number, person: Applicant, nowMs: number): Promise<{ user: ExamUser; isNew: boolean }> {
      const index = numbers.index(person.idNumber, schoolId);
      const found = await tx
        .selectFrom('user')
        .select(['id', 'name', 'login_name', 'ticket_no', 'avatar'])
        .where('school_id', '=', schoolId)
        .where('sits', '=', 1)
        .where('id_number_index', '=', index)
        .executeTakeFirst();
      if (found) {
        // A ticket is what they sit with; a photo of their own stays.
        const ticketNo = found.ticket_no ?? person.ticketNo;
        if (found.ticket_no === null || (found.avatar === '' && person.photo !== ''))
          await tx
            .updateTable('user')
            .set((eb) => ({
              ticket_no: ticketNo,
              avatar: found.avatar === '' ? person.photo : found.avatar,
              version: eb('version', '+', 1),
              updated_ms: nowMs,
            }))
            .where('id', '=', found.id)
            .execute();
        await wordPeople(tx, [found.id]);
        return { user: { id: found.id, name: found.name, loginName: found.login_name, ticketNo }, isNew: false };
      }
      const { id } = await tx
        .insertInto('user')
        .values({
          school_id: schoolId,
          login_name: person.ticketNo.toLowerCase(),
          user_type: 8,
          name: person.name,
          avatar: person.photo,
          status: userStatus.enabled,
          // Nobody knows it: they sign in by ticket and ID number, or with one that staff give them.
          pwd_hash: hashInitialPassword(makeInitialPassword(chance), keys, chance),
          ticket_no: person.ticketNo,
          id_number_sealed: numbers.seal(person.idNumber),
          id_number_index: index,
          employer: person.employer,
          phone: person.phone,
          created_ms: nowMs,
          updated_ms: nowMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await wordPeople(tx, [id]);
      return { user: { id, name: person.name, loginName: person.ticketNo.toLowerCase(), ticketNo: person.ticketNo }, isNew: true };
    },
  };
}
