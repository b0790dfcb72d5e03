import type { Kysely } from 'kysely';
import { coursewareResource } from '../../../../sync/contract/learning/courseware.ts';
import type { Database } from '../../../db/schema.ts';
import { type StoredResource, createResourceStore } from '../../../resources/resource-store.ts';
import { coursewareFileStore } from './courseware-store.ts';

/** What other modules may ask of courseware; `db` may be a transaction. */
export const createCoursewareReads = (db: Kysely<Database>) => ({
  byIds: (schoolId: number, ids: readonly number[]): Promise<StoredResource<typeof coursewareResource>[]> =>
    createResourceStore(db, coursewareResource, coursewareFileStore).byIds(schoolId, ids),
});
