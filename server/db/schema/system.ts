import type { JobStateCode } from '../../../sync/contract/codes.ts';
import { text, integer, flag, rowId, bytes, defineTable } from './table.ts';

export const systemTables = {
  /** Migrations applied so far, written by `migrate`. */
  migration: defineTable({
    name: text().primaryKey(),
    applied_ms: integer(),
    /** 1: programs that do not know this migration can run on its result. */
    runs_with_older: flag().default(0),
  }),
  /** A completed step of the first start with an empty database; an interrupted first start continues after it. */
  start_step: defineTable({
    name: text().primaryKey(),
    done_ms: integer(),
  }),
  /** One row: id of the server keys with which the database was made, and the keys themselves if they are not in `keys.json`. */
  server_identity: defineTable({
    id: integer().primaryKey().check('id = 1'),
    key_id: text(),
    /** The server keys, encrypted under the master key (`open-keys.ts`); NULL if they are in `keys.json`. */
    sealed_keys: bytes().nullable(),
  }),
  /** Settings of the platform, in one row. A setting that is missing in it has its default. */
  system_setting: defineTable({
    id: integer().primaryKey().check('id = 1'),
    /** Values of the settings as a JSON object. */
    value: text(),
    version: integer(),
    updated_ms: integer(),
  }),
  /** A file of the web application's last two builds, for pages of the build that another server has (decision 049). */
  web_file: defineTable({
    path: text().primaryKey(),
    /** Hash of the file names of the build to which the file belongs. */
    build: text(),
    content: bytes(),
    stored_ms: integer(),
  }),
  /** Change history: who made a version and which fields changed. A user with a stale version is shown all later changes. */
  change_note: defineTable(
    {
      kind: text(),
      row_id: integer(),
      version: integer(),
      user_id: integer(),
      at_ms: integer(),
      /** Names of the changed fields, as a JSON list. */
      fields: text(),
    },
    {
      primaryKey: 'kind, row_id, version',
      withoutRowid: true,
    },
  ),
  job: defineTable(
    {
      id: rowId(),
      kind: text(),
      /** State of the job: 0 waiting, 1 running, 2 done, 3 failed, 4 interrupted, 5 cancelled. */
      state: integer<JobStateCode>().default(0).check('state BETWEEN 0 AND 5'),
      done: integer().default(0),
      /** Number of units of work that the job consists of; NULL while it is unknown. */
      total: integer().nullable(),
      /** Message about the progress of the job, as JSON; '' if there is none. */
      note: text().default(''),
      error: text().default(''),
      input: text(),
      result: text().default(''),
      /** Number of starts: a job that crashes the server must not be restarted forever. */
      runs: integer().default(0),
      school_id: integer(),
      user_id: integer(),
      created_ms: integer(),
      started_ms: integer().nullable(),
      ended_ms: integer().nullable(),
      /** 1: a user cancelled the job while it was running, perhaps at another server than the one that runs it. */
      cancel_asked: integer<0 | 1>().default(0),
    },
    {
      indexes: {
        job_created: 'created_ms, id',
        job_user: 'user_id, created_ms, id',
        job_state: 'state, created_ms, id, kind',
        job_kind: 'kind, created_ms, id, state',
      },
    },
  ),
  /** Response to a call, returned again when the call is repeated with the same idempotency key (decision 023). */
  idempotent_response: defineTable(
    {
      user_id: integer(),
      path: text(),
      /** Hash of the idempotency key and the request's body; neither is stored. */
      name: bytes(),
      begun_ms: integer(),
      /** Response, encrypted with the idempotency key because it may contain a new password; NULL until the call is done. */
      answer: bytes().nullable(),
    },
    {
      primaryKey: 'user_id, path, name',
      withoutRowid: true,
      indexes: {
        idempotent_response_begun: 'begun_ms',
      },
    },
  ),
  /** An uploaded file. No foreign keys, because the row outlives the account and the school. */
  upload: defineTable(
    {
      id: rowId(),
      /** Random name of the file, on disk and in its address. */
      name: text().unique(),
      school_id: integer(),
      user_id: integer(),
      kind: text(),
      size_bytes: integer(),
      sha256: bytes(),
      /** File name on the uploader's device. */
      original_name: text(),
      created_ms: integer(),
      /** Time since which no row refers to the file, or null while one does (upload-sweep.ts). */
      unused_ms: integer().nullable(),
      /** 1: the file is served only to users who may see the row that refers to it. */
      guarded: integer<0 | 1>().default(0),
      /** Size of a picture in pixels; null for other files. */
      width: integer().nullable(),
      height: integer().nullable(),
      /** Exam plan whose answer cards the picture shows. Such a picture counts towards the storage limit of the plan, not of the account. */
      plan_id: integer().nullable(),
    },
    {
      indexes: {
        upload_user: 'user_id, created_ms',
        upload_school: 'school_id, created_ms',
        // Finds an identical picture of the school, which is stored once.
        upload_content: 'school_id, sha256',
        upload_created: 'created_ms',
        upload_plan: { on: 'plan_id', where: 'plan_id IS NOT NULL' },
      },
    },
  ),
};

/** Inserts the only row of the platform's settings. */
const firstSettings = "INSERT INTO system_setting (id, value, version, updated_ms) VALUES (1, '{}', 1, 0);";
export const systemStatements = { sqlite: firstSettings, postgres: firstSettings };
