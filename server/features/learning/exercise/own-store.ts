import type { Kysely } from 'kysely';
import { ownRecordKinds, type OwnPracticeRecords } from '../../../../sync/contract/learning/practice-own.ts';
import { chooseNewerRecord, type OwnPracticeRecord } from '../../../../sync/domain/learning/practice-own.ts';
import type { Database } from '../../../db/schema.ts';
import { accountLimits } from '../../../limits.ts';

const kindOf = { papers: 'paper', sittings: 'sitting', stars: 'star' } as const;
type Kind = (typeof kindOf)[keyof typeof kindOf];

interface OwnRecord {
  readonly kind: Kind;
  readonly body: string;
}
const groupRecords = (rows: readonly OwnRecord[]): OwnPracticeRecords => {
  const parseBodies = <T>(kind: Kind): T[] => rows.filter((row) => row.kind === kind).map((row) => JSON.parse(row.body) as T);
  return { papers: parseBodies('paper'), sittings: parseBodies('sitting'), stars: parseBodies('star') };
};

/** Stores the learners' own papers, sittings and favourites. Ids are made by the devices and are unique per user only. */
export function createOwnStore(db: Kysely<Database>) {
  return {
    async all(userId: number): Promise<OwnPracticeRecords> {
      const rows = await db.selectFrom('practice_own').select(['kind', 'body']).where('user_id', '=', userId).orderBy('id').execute();
      return groupRecords(rows);
    },

    /**
     * Merges the given items and returns them as stored. Returns an error code if the learner would exceed a limit; the caller must then roll
     * back its transaction.
     */
    async keep(userId: number, records: OwnPracticeRecords): Promise<OwnPracticeRecords | 'tooManyMade' | 'tooManyStars'> {
      const storedCounts = { made: 0, stars: 0 };
      const newCounts = { made: 0, stars: 0 };
      const getGroup = (kind: Kind): 'made' | 'stars' => (kind === 'star' ? 'stars' : 'made');
      const counts = await db
        .selectFrom('practice_own')
        .select((eb) => ['kind', eb.fn.countAll().as('count')])
        .where('user_id', '=', userId)
        .groupBy('kind')
        .execute();
      for (const { kind, count } of counts) storedCounts[getGroup(kind)] += Number(count);
      const mergedRows: OwnRecord[] = [];
      const mergeRecord = async (kind: Kind, record: OwnPracticeRecord): Promise<void> => {
        const row = await db
          .selectFrom('practice_own')
          .select(['kind', 'body'])
          .where('user_id', '=', userId)
          .where('id', '=', record.id)
          .executeTakeFirst();
        // Skip an id that already belongs to an item of another kind.
        if (row && row.kind !== kind) return;
        if (!row) newCounts[getGroup(kind)] += 1;
        const newest = row ? chooseNewerRecord(record, JSON.parse(row.body) as OwnPracticeRecord) : record;
        const body = JSON.stringify(newest);
        await db
          .insertInto('practice_own')
          .values({ user_id: userId, id: record.id, kind, changed_ms: newest.changedMs, body })
          .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ changed_ms: newest.changedMs, body }))
          .execute();
        mergedRows.push({ kind, body });
      };
      for (const list of ownRecordKinds) for (const record of records[list]) await mergeRecord(kindOf[list], record);
      if (newCounts.made > 0 && storedCounts.made + newCounts.made > accountLimits.ownPractice) return 'tooManyMade';
      if (newCounts.stars > 0 && storedCounts.stars + newCounts.stars > accountLimits.stars) return 'tooManyStars';
      return groupRecords(mergedRows);
    },
  };
}
