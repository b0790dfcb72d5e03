import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { FolderInspection } from '../../db/opening/folder-inspection.ts';
import type { FreeSpace } from '../../free-space.ts';
import type { Jobs } from '../../jobs/job-port.ts';
import type { ServerClock } from '../../ports.ts';
import type { ReferenceRegistry } from '../../resources/references.ts';

export interface QuestionDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  /** Runs long imports in the background. */
  readonly jobs: Jobs;
  /** Data folder; pictures of imported files go to its `uploads` folder. */
  readonly inspection: Pick<FolderInspection, 'folder'>;
  readonly space: FreeSpace;
  /** Reference registry: the modules above register where they use questions. */
  readonly uses: Pick<ReferenceRegistry, 'question'>;
}
