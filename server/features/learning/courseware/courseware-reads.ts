import type { Kysely } from 'kysely';
import { coursewareResource } from '../../../../sync/contract/learning/courseware.ts';
import type { Database } from '../../../db/schema.ts';
import { type StoredResource, createResourceStore } from '../../../resources/resource-store.ts';
import { coursewareFileStore } from './courseware-store.ts';

/** Reads courseware for other modules; `db` may be the caller's transaction. */
export const createCoursewareReads = (db: Kysely<Database>) => ({
  byIds: (schoolId: number, ids: readonly number[]): Promise<StoredResource<typeof coursewareResource>[]> =>
    createResourceStore(db, coursewareResource, coursewareFileStore).byIds(schoolId, ids),
});
