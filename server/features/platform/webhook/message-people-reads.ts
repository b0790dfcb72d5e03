import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { MessageValues } from './message-template.ts';

/** A person whom a message is sent to. */
export interface MessagePerson extends Pick<MessageValues, 'name' | 'phone' | 'ticketNo' | 'schoolName'> {
  readonly userId: number;
}

const idsPerRead = 1000;

/** Reads the values that messages to people of one school may contain. */
export function createMessagePeopleReads(db: Kysely<Database>) {
  const people = (schoolId: number) =>
    db
      .selectFrom('user')
      .innerJoin('school', 'school.id', 'user.school_id')
      .where('user.school_id', '=', schoolId)
      .select((eb) => [
        'user.id as userId',
        'user.name as name',
        'user.phone as phone',
        eb.fn.coalesce('user.ticket_no', eb.val('')).as('ticketNo'),
        'school.title as schoolName',
      ]);

  return {
    async ofIds(schoolId: number, ids: readonly number[]): Promise<MessagePerson[]> {
      const found: MessagePerson[] = [];
      for (let at = 0; at < ids.length; at += idsPerRead)
        found.push(
          ...(await people(schoolId)
            .where('user.id', 'in', ids.slice(at, at + idsPerRead))
            .execute()),
        );
      return found;
    },

    /** Returns a person as a sample for previews: the newest one who sits exams, preferably with a phone number. */
    sample: (schoolId: number): Promise<MessagePerson | undefined> =>
      people(schoolId)
        .where('sits', '=', 1)
        .orderBy((eb) => eb.case().when('user.phone', '=', '').then(1).else(0).end())
        .orderBy('user.id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Lists the names of the people who sit exams and have no phone number. */
    async namesWithoutPhone(schoolId: number): Promise<string[]> {
      const rows = await people(schoolId).where('sits', '=', 1).where('user.phone', '=', '').orderBy('user.name').execute();
      return rows.map(({ name }) => name);
    },
  };
}
