import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import type { Logger } from '../../../ports.ts';
import { createUploadStore } from './upload-store.ts';

/** Number of files that are looked for. After a restore without the files, all are missing. */
const sampled = 20;

interface MissingFilesDeps {
  readonly db: Kysely<Database>;
  readonly objects: ObjectStore;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Warns if files that were uploaded last are missing: the database was restored without its files, or `uploads` or the bucket is another one. */
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
