import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import type { FreeSpace } from '../../../free-space.ts';
import type { Jobs } from '../../../jobs/job-port.ts';
import type { ServerClock } from '../../../ports.ts';
import type { ReferenceRegistry } from '../../../resources/references.ts';

export interface QuestionDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  /** Runs long imports in the background. */
  readonly jobs: Jobs;
  /** Receives the pictures of imported files. */
  readonly objects: ObjectStore;
  readonly space: FreeSpace;
  /** Reference registry, in which the modules that use questions register where they use them. */
  readonly uses: Pick<ReferenceRegistry, 'question'>;
}
