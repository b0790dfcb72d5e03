import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import type { CallOutput } from '../../sync/contract/call.ts';
import type { PullInput, PushInput, PushRefusalData, syncCalls } from '../../sync/contract/sync.ts';
import { Refusal } from '../../server/http/handler.ts';
import { openIngest, type Ingest } from '../../server/ingest/ingest.ts';
import type { IngestDeps } from '../../server/ingest/ingest-ports.ts';
import { openLogDatabase } from '../../server/ingest/log-database.ts';
import { openProjectionDatabase } from '../../server/ingest/projection-store.ts';
import { generateServerKeys, importServerKeys } from '../../server/ingest/server-keys.ts';
import { syncHandlers } from '../../server/modules/sync/sync-handlers.ts';
import { syncReads } from '../../server/modules/sync/sync-reads.ts';
import { systemChance, systemTimers } from '../../server/surroundings.ts';
import { SealedStream, type Typed } from '../device/sealed-stream.ts';

export type Pushed = CallOutput<typeof syncCalls.push>;
export type Pulled = CallOutput<typeof syncCalls.pull>;

export const answer = (item: number, ...value: string[]): Typed => ({ type: 'answer.set@1', payload: { i: String(item), v: value } });

/** The ingest with its calls over real SQLite, in memory or in a file, with devices that push to it. */
export async function ingestRig(where: 'memory' | 'file', open: (deps: IngestDeps) => Ingest = openIngest) {
  const folder = where === 'file' ? mkdtempSync(join(tmpdir(), 'wenkao-ingest-')) : undefined;
  const pathOf = (name: string): string => (folder ? join(folder, name) : ':memory:');
  const time = { nowMs: Date.UTC(2026, 10, 21, 8) };
  const logged: { fields: object; message: string }[] = [];
  const note = (fields: object, message: string): void => void logged.push({ fields, message });
  const handles = { log: openLogDatabase(pathOf('log.db')), projections: openProjectionDatabase(pathOf('projections.db')) };
  const keys = await importServerKeys(await generateServerKeys());
  const deps = {
    keys,
    clock: { nowMs: () => time.nowMs },
    chance: systemChance,
    logger: { info: note, warn: note, error: note },
    schedule: (task: () => void) => void setImmediate(task),
  };
  const gone = new AbortController();
  const context = { ip: '127.0.0.1', language: 'en' as const, signal: gone.signal };
  let ingest = open({ ...deps, ...handles });
  let handlers = syncHandlers({ ingest, timers: systemTimers });

  const rig = {
    keys,
    time,
    logged,
    handles,
    get ingest() {
      return ingest;
    },
    get reads() {
      return syncReads(ingest);
    },
    /** Drops the server as a crash would and starts another over the same (or other) handles. */
    restart(others: Partial<typeof handles> = {}) {
      ingest.halt();
      Object.assign(handles, others);
      ingest = open({ ...deps, ...handles });
      handlers = syncHandlers({ ingest, timers: systemTimers });
    },
    device: (actor = 7, attemptId?: string, epoch?: number) => SealedStream.open(keys, actor, time.nowMs, attemptId, epoch),
    push: async (input: PushInput): Promise<Pushed | Refusal> => handlers.push(input, context),
    pull: async (input: Partial<PullInput> & Pick<PullInput, 'ticket'>): Promise<Pulled | Refusal> =>
      handlers.pull({ newsSeen: 0, serverEpoch: ingest.log.serverEpoch, waitMs: 0, ...input }, context),
    /** The log as it is now; the function opens it as another handle. */
    backup(): () => Database {
      if (folder) {
        const path = join(folder, `backup-${systemChance.uuid()}.db`);
        handles.log.prepare('VACUUM INTO ?').run(path);
        return () => openLogDatabase(path);
      }
      const bytes = handles.log.serialize();
      return () => new Sqlite(bytes);
    },
    /** Every op stored, by stream, in the order of the log. */
    stored(): Map<string, number[]> {
      const seqs = new Map<string, number[]>();
      for (const { streamId, fromSeq, ops } of ingest.log.after(0, 1_000_000))
        seqs.set(streamId, [...(seqs.get(streamId) ?? []), ...ops.map((_, at) => fromSeq + at)]);
      return seqs;
    },
    close() {
      gone.abort();
      ingest.close();
      for (const handle of [handles.log, handles.projections]) handle.close();
      if (folder) rmSync(folder, { recursive: true });
    },
  };
  return rig;
}

export function accepted(answered: Pushed | Refusal): Pushed {
  if (answered instanceof Refusal) throw new Error(`refused: ${answered.message.en}`);
  return answered;
}
export function refused(answered: Pushed | Refusal): { error: string; data: PushRefusalData; message: Refusal['message'] } {
  if (!(answered instanceof Refusal)) throw new Error(`not refused: ${JSON.stringify(answered)}`);
  return { error: answered.error, data: answered.data as PushRefusalData, message: answered.message };
}
