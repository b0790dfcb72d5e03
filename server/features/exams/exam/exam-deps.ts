import type { Kysely } from 'kysely';
import type { AssignmentNotice } from '../../../../sync/contract/exams/sitting.ts';
import type { Database } from '../../../db/schema.ts';
import type { Logger, ServerRandom, ServerClock } from '../../../ports.ts';
import type { IdNumberKeys } from '../../people/user/examinee-facts-reads.ts';
import type { AttemptSummary, SyncReads } from '../../../answer-log/calls/sync-reads.ts';
import type { AttemptScoreService, AttemptScoreDeps } from './attempt-score-reads.ts';
import type { Sitting } from './sitting-store.ts';
import type { UploadReads } from '../../platform/upload/upload-reads.ts';

/**
 * Services that higher modules provide to exams: the scores of attempts (marking module), and the part of an examinee's notices about homework and
 * mock tests (assignment module).
 */
export interface ExamUpperServices {
  readonly scores: (deps: AttemptScoreDeps) => AttemptScoreService;
  readonly notices: (deps: AttemptScoreDeps) => {
    readNotices(
      userId: number,
      sittings: readonly Sitting[],
      attemptOf: (sitting: Sitting) => Promise<AttemptSummary | undefined>,
    ): Promise<ReadonlyMap<number, AssignmentNotice>>;
  };
}

export interface ExamDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  readonly logger: Logger;
  /** `personal.seal`: master key from which the server derives the key that encrypts content keys (the keys of sealed papers). */
  readonly keys: { readonly personal: IdNumberKeys };
  readonly sync: SyncReads;
  readonly uploads: UploadReads;
  readonly upperServices: ExamUpperServices;
}
