import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Logger, ServerChance, ServerClock } from '../../ports.ts';
import type { PersonalKeys } from '../user/sitter-reads.ts';
import type { SyncReads } from '../sync/sync-reads.ts';
import type { UploadReads } from '../upload/upload-reads.ts';

export interface ExamDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerChance;
  readonly logger: Logger;
  /** `seal`: the master from which the key of content keys is derived. */
  readonly keys: { readonly personal: PersonalKeys };
  readonly sync: SyncReads;
  readonly uploads: UploadReads;
}
