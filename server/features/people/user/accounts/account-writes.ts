import type { Kysely } from 'kysely';
import { userStatus } from '../../../../../sync/contract/codes.ts';
import { rebuildPersonWords } from '../../../../db/search/person-text-store.ts';
import type { Database } from '../../../../db/schema.ts';
import type { ServerRandom } from '../../../../ports.ts';
import { createIdNumberReads } from '../id-number-reads.ts';
import { hashInitialPassword, makeInitialPassword } from '../sign-in/initial-password.ts';
import type { ExamUser } from '../user-reads.ts';

interface Applicant {
  readonly name: string;
  /** The full ID number, not masked. */
  readonly idNumber: string;
  readonly phone: string;
  readonly employer: string;
}

interface ApprovedApplicant extends Applicant {
  readonly photo: string;
  /** Admission ticket number, used if the person has none yet; a new account's login name is derived from it. */
  readonly ticketNo: string;
}

/**
 * Creates or finds accounts for people whom another module knows by their ID number. A person has at most one account
 * as an examinee and one as an applicant. `tx`: the caller's transaction.
 */
export function createAccountWrites(tx: Kysely<Database>, keys: Parameters<typeof createIdNumberReads>[0], chance: ServerRandom) {
  const numbers = createIdNumberReads(keys, chance);
  const selectByIdNumber = (schoolId: number, idNumber: string) =>
    tx
      .selectFrom('user')
      .select(['id', 'name', 'login_name', 'ticket_no', 'avatar'])
      .where('school_id', '=', schoolId)
      .where('id_number_index', '=', numbers.index(idNumber, schoolId))
      .orderBy('id');
  /**
   * Adds an account with a random password that is not shown to anyone. The school sets a new one for a person who wants to sign in with a password.
   */
  const add = async (
    schoolId: number,
    { name, idNumber, phone, employer }: Applicant,
    as: { user_type: 8 | 12; login_name: string; ticket_no?: string; avatar?: string },
    nowMs: number,
  ): Promise<number> => {
    const { id } = await tx
      .insertInto('user')
      .values({
        school_id: schoolId,
        name,
        phone,
        employer,
        status: userStatus.enabled,
        pwd_hash: hashInitialPassword(makeInitialPassword(chance), keys, chance),
        id_number_sealed: numbers.seal(idNumber),
        id_number_index: numbers.index(idNumber, schoolId),
        created_ms: nowMs,
        updated_ms: nowMs,
        ...as,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await rebuildPersonWords(tx, [id]);
    return id;
  };

  return {
    /**
     * Finds or creates the account with which a person sits exams. It fills in a missing admission ticket number and a missing photo, and replaces
     * neither.
     */
    async examinee(schoolId: number, person: ApprovedApplicant, nowMs: number): Promise<{ user: ExamUser; isNew: boolean }> {
      const { name, photo } = person;
      const examinee = await selectByIdNumber(schoolId, person.idNumber).where('sits', '=', 1).executeTakeFirst();
      if (!examinee) {
        const { ticketNo } = person;
        const loginName = ticketNo.toLowerCase();
        const id = await add(schoolId, person, { user_type: 8, login_name: loginName, ticket_no: ticketNo, avatar: photo }, nowMs);
        return { user: { id, name, loginName, ticketNo }, isNew: true };
      }
      const ticketNo = examinee.ticket_no ?? person.ticketNo;
      const avatar = examinee.avatar || photo;
      if (ticketNo !== examinee.ticket_no || avatar !== examinee.avatar) {
        const columns = { ticket_no: ticketNo, avatar, updated_ms: nowMs };
        await tx
          .updateTable('user')
          .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
          .where('id', '=', examinee.id)
          .execute();
        await rebuildPersonWords(tx, [examinee.id]);
      }
      return { user: { id: examinee.id, name: examinee.name, loginName: examinee.login_name, ticketNo }, isNew: false };
    },

    /**
     * Finds or creates the applicant account for a person whose school applies for them. Skips accounts that wait for approval: the number there is
     * unverified and may have been typed by a stranger.
     */
    async applicant(schoolId: number, person: Applicant, nowMs: number): Promise<{ id: number; isNew: boolean }> {
      const account = await selectByIdNumber(schoolId, person.idNumber)
        .where('user_type', '=', 12)
        .where('status', '<>', userStatus.applying)
        .executeTakeFirst();
      if (account) return { id: account.id, isNew: false };
      const login = `bm${chance.bytes(5).toString('hex')}`;
      return { id: await add(schoolId, person, { user_type: 12, login_name: login }, nowMs), isNew: true };
    },
  };
}
