import { schoolCalls } from '../../sync/contract/school.ts';
import { call, CallFailure } from './call.ts';
import type { DeviceDatabase, SchoolRow } from './database.ts';
import { guarded } from './storage-fault.ts';

/** A school by its website code: from the server, else as this device last saw it. Undefined: neither; the server says "unknown" by a failure. */
export async function findSchool(db: DeviceDatabase, website: string): Promise<SchoolRow | undefined> {
  try {
    const school = await call(schoolCalls.getByWebsite, { website }, { quiet: true });
    // Not being able to keep it is no reason not to show it.
    await guarded(() => db.schools.put(school)).catch(() => undefined);
    return school;
  } catch (error) {
    if (!(error instanceof CallFailure) || !error.network) throw error;
    return guarded(() => db.schools.get(website)).catch(() => undefined);
  }
}
