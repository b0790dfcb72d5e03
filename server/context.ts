import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { BackupPlace } from './backup/backup-place.ts';
import type { ObjectStore } from './object-store/object-store.ts';
import type { FolderInspection } from './db/opening/folder-inspection.ts';
import type { FreeSpace } from './free-space.ts';
import type { DemoPort } from './demo/demo-port.ts';
import type { Database } from './db/schema.ts';
import type { GetClientAddress } from './http/call-context.ts';
import type { OpenLimitStates } from './http/limits/limit-states.ts';
import type { Logger, ServerRandom, ServerClock, ServerTimers } from './ports.ts';
import type { AnswerLog } from './answer-log/answer-log.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { ServerKeys } from './answer-log/log/server-keys.ts';
import type { AuditLog } from './features/platform/audit/audit-log.ts';
import type { OpenDirectory } from './features/people/user/directory/connectors/connector.ts';
import type { SendWebhook } from './features/platform/webhook/webhook-request.ts';
import type { DirectoryFetch } from './features/people/user/directory/connectors/directory-fetch.ts';
import type { ServerWatch } from './watch/watch.ts';

/** Dependencies of the application. All are passed in and none is global, so tests and the simulation can supply their own. */
export interface AppDeps {
  readonly db: Kysely<Database>;
  readonly keys: ServerKeys;
  /** The durable op log of answers and its projections. */
  readonly answerLog: AnswerLog;
  /** Runs background jobs. Features register their kinds of jobs when the handlers are created. */
  readonly jobs: JobRunner;
  readonly inspection: FolderInspection;
  /** Store of the uploaded files: a folder or an S3 bucket. */
  readonly objects: ObjectStore;
  /** Free space of the data folder's disk, checked before large writes. */
  readonly space: FreeSpace;
  readonly backups: BackupPlace;
  readonly build: { readonly version: string; readonly startedMs: number };
  /** Collects slow calls on the server and errors in the browsers. */
  readonly watch: ServerWatch;
  /** Opens the states of rate limits, which all servers of the database share. */
  readonly limits: OpenLimitStates;
  /** The audit log, which records every changing call. */
  readonly audit: AuditLog;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  readonly timers: ServerTimers;
  readonly logger: Logger;
  /** Determines the client address of a request, also behind proxies. */
  readonly addressOf: GetClientAddress;
  readonly stopping: AbortSignal;
  /** Time at which the server's certificate expires; undefined without HTTPS. */
  readonly certificateExpiryMs: () => number | undefined;
  /** Connects to a school's directory service, such as LDAP, at which its people sign in. */
  readonly directory: OpenDirectory;
  /** Sends requests to the webhooks that schools have set up. */
  readonly sendWebhook: SendWebhook;
  /** Reads the public keys of the learning platforms that open courses of a school. */
  readonly platformFetch: DirectoryFetch;
  /** Functions of a server with the demo data; null on any other server. */
  readonly demo: DemoPort | null;
}

export type App = Hono<{ Bindings: Partial<HttpBindings> }>;
