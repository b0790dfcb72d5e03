import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import type { Logger } from '../../../ports.ts';
import { createUploadStore } from './upload-store.ts';

/** Number of newest files that are checked. After a restore without the files, all of these are missing. */
const sampled = 20;

interface MissingFilesDeps {
  readonly db: Kysely<Database>;
  readonly objects: ObjectStore;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Warns if files of the newest uploads are missing: the database was restored without them, or the `uploads` folder or bucket belongs to another
 * database.
 */
export async function warnOfMissingFiles({ db, objects, logger }: MissingFilesDeps): Promise<void> {
  const names = await createUploadStore(db).newest(sampled);
  const sizes = await Promise.all(names.map((name) => objects.head(name)));
  const missingNames = names.filter((_, at) => sizes[at] === null);
  if (missingNames.length > 0)
    logger.warn(
      { missing: missingNames.length, of: names.length, first: missingNames[0] },
      'files of the newest uploads are missing: restore the uploads folder or the bucket that belongs to this database',
    );
}
