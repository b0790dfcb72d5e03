import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { FolderInspection } from '../../db/folder-inspection.ts';
import type { FreeSpace } from '../../free-space.ts';
import type { Jobs } from '../../jobs/job-port.ts';
import type { ServerClock } from '../../ports.ts';
import type { Uses } from '../../things/uses.ts';

export interface QuestionDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  /** Long imports run there. */
  readonly jobs: Jobs;
  /** Where the data folder lies: pictures of imported files go to the uploads in it. */
  readonly inspection: Pick<FolderInspection, 'folder'>;
  readonly space: FreeSpace;
  /** Where questions stand is told from above. */
  readonly uses: Pick<Uses, 'question'>;
}
