import type { Kysely } from 'kysely';
import type { TaskNotice } from '../../../sync/contract/task-notice.ts';
import type { Database } from '../../db/schema.ts';
import type { Logger, ServerChance, ServerClock } from '../../ports.ts';
import type { PersonalKeys } from '../user/sitter-reads.ts';
import type { AttemptSummary, SyncReads } from '../sync/sync-reads.ts';
import type { AttemptScores, ScoreDeps } from './attempt-score-reads.ts';
import type { Sitting } from './sitting-store.ts';
import type { UploadReads } from '../upload/upload-reads.ts';

/** Services of modules above exams: scores from marking, and the assignment part of a notice. */
export interface AboveExams {
  readonly scores: (deps: ScoreDeps) => AttemptScores;
  readonly notices: (deps: ScoreDeps) => {
    of(
      userId: number,
      sittings: readonly Sitting[],
      attemptOf: (sitting: Sitting) => Promise<AttemptSummary | undefined>,
    ): Promise<ReadonlyMap<number, TaskNotice>>;
  };
}

export interface ExamDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerChance;
  readonly logger: Logger;
  /** `personal.seal` is the master from which the key of content keys is derived. */
  readonly keys: { readonly personal: PersonalKeys };
  readonly sync: SyncReads;
  readonly uploads: UploadReads;
  readonly above: AboveExams;
}
