import type { Kysely } from 'kysely';
import type { KnownPersonFacts } from '../../../../../sync/domain/marking/known-answers.ts';
import type { Database } from '../../../../db/schema.ts';
import { openIdNumber, type IdNumberKeys } from '../id-number.ts';

/** Reads what a school knows of a person, with the full ID number. Show it only to that person. */
export async function readOwnFacts(db: Kysely<Database>, keys: IdNumberKeys, userId: number): Promise<KnownPersonFacts | undefined> {
  const row = await db
    .selectFrom('user')
    .select(['name', 'phone', 'sex', 'id_type', 'id_number_sealed', 'education', 'source', 'employer'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const idNumber = row.id_number_sealed === null ? '' : openIdNumber(row.id_number_sealed, keys);
  const { name, phone, sex, id_type: idType, education, source, employer } = row;
  return { name, phone, sex, idType, idNumber, education, source, employer };
}
