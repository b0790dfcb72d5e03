import type { Kysely } from 'kysely';
import { coursewareThing } from '../../../sync/contract/courseware.ts';
import type { Database } from '../../db/schema.ts';
import { type Kept, thingStore } from '../../things/thing-store.ts';
import { coursewareFiles } from './courseware-store.ts';

/** What other modules may ask of courseware; `db` may be a transaction. */
export const coursewareReads = (db: Kysely<Database>) => ({
  byIds: (schoolId: number, ids: readonly number[]): Promise<Kept<typeof coursewareThing>[]> =>
    thingStore(db, coursewareThing, coursewareFiles).byIds(schoolId, ids),
});
