import type { Generated } from 'kysely';
import type { JobStateCode } from '../../../sync/contract/codes.ts';

interface VersionNoteTable {
  kind: string;
  thing_id: number;
  version: number;
  user_id: number;
  at_ms: number;
  /** JSON list of field names. */
  fields: string;
}

interface SystemSettingTable {
  id: number;
  /** JSON object. */
  value: string;
  version: number;
  updated_ms: number;
}

interface JobTable {
  id: Generated<number>;
  kind: string;
  state: Generated<JobStateCode>;
  done: Generated<number>;
  total: number | null;
  /** JSON of a message, or ''. */
  note: Generated<string>;
  error: Generated<string>;
  input: string;
  result: Generated<string>;
  runs: Generated<number>;
  school_id: number;
  user_id: number;
  created_ms: number;
  started_ms: number | null;
  ended_ms: number | null;
}

interface AnsweredCallTable {
  user_id: number;
  path: string;
  name: Buffer;
  begun_ms: number;
  answer: Buffer | null;
}

/** Migrations applied so far, written by `migrate`. */
interface MigrationTable {
  name: string;
  applied_ms: number;
}

export interface SystemTables {
  migration: MigrationTable;
  version_note: VersionNoteTable;
  system_setting: SystemSettingTable;
  job: JobTable;
  answered_call: AnsweredCallTable;
}
