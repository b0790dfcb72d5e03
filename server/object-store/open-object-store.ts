import type { Logger } from '../ports.ts';
import type { S3Settings } from '../settings.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

/**
 * Opens the store of uploaded files: the bucket if there is one, else `folder`. A bucket that cannot be reached is only logged, because exams work
 * without it.
 */
export function openObjectStore(folder: string, s3: S3Settings | null, logger: Pick<Logger, 'error' | 'warn'>): ObjectStore {
  const local = createFolderStore(folder);
  if (s3 === null) return local;
  const bucket = createS3Store(s3, logger);
  // The bucket store logs failures itself.
  void hasObjects(bucket).catch(() => undefined);
  void hasObjects(local).then((isLeft) => {
    if (isLeft)
      logger.warn(
        { folder },
        'this folder holds uploaded files that servers with a bucket do not read: copy them into the bucket, then remove them',
      );
  });
  return bucket;
}

async function hasObjects(store: ObjectStore): Promise<boolean> {
  for await (const _ of store.list()) return true;
  return false;
}
