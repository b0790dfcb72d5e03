import type { Kysely } from 'kysely';
import { userStatus } from '../../../sync/contract/codes.ts';
import { wordPeople } from '../../db/person-text-store.ts';
import type { Database } from '../../db/schema.ts';
import type { ServerChance } from '../../ports.ts';
import { idNumberReads } from './id-number-reads.ts';
import { hashInitialPassword, makeInitialPassword } from './initial-password.ts';

interface Applicant {
  readonly name: string;
  /** Whole. */
  readonly idNumber: string;
  readonly phone: string;
  readonly employer: string;
}

/** Accounts to enrol with, for people whose school files for them; `tx` is the transaction of that change. */
export function applicantReads(tx: Kysely<Database>, keys: Parameters<typeof idNumberReads>[0], chance: ServerChance) {
  const numbers = idNumberReads(keys, chance);
  return {
    /** The account this person enrols with, found by their ID number or made: one person has one. */
    async accountFor(schoolId: number, person: Applicant, nowMs: number): Promise<{ id: number; isNew: boolean }> {
      const index = numbers.index(person.idNumber, schoolId);
      const found = await tx
        .selectFrom('user')
        .select('id')
        .where('school_id', '=', schoolId)
        .where('user_type', '=', 12)
        .where('id_number_index', '=', index)
        .orderBy('id')
        .executeTakeFirst();
      if (found) return { id: found.id, isNew: false };
      const { id } = await tx
        .insertInto('user')
        .values({
          school_id: schoolId,
          login_name: `bm${chance.bytes(5).toString('hex')}`,
          user_type: 12,
          name: person.name,
          status: userStatus.enabled,
          // Nobody knows it: whoever wants to look at their form gets one from the school, and changes it.
          pwd_hash: hashInitialPassword(makeInitialPassword(chance), keys, chance),
          id_number_sealed: numbers.seal(person.idNumber),
          id_number_index: index,
          phone: person.phone,
          employer: person.employer,
          created_ms: nowMs,
          updated_ms: nowMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await wordPeople(tx, [id]);
      return { id, isNew: true };
    },
  };
}
