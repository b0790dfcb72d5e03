import { copyFileSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerDatabase } from '../fixtures/postgres/server-database.ts';
import { type BenchServerWithData, startBenchServer } from './child.ts';

/** Where a benchmark runs: on SQLite, or as a number of servers on one PostgreSQL database. */
export interface BenchPlace {
  /** Beginning of the names of the measured figures, for example "postgres.". */
  readonly prefix: string;
  readonly servers: number;
  readonly isPostgres: boolean;
}

/** Lists the engines and numbers of servers to measure: SQLite, PostgreSQL if `onPostgres`, and `nodes` servers on it if more than one. */
export function listBenchPlaces(onPostgres: boolean, nodes: number): BenchPlace[] {
  const places = [{ prefix: '', servers: 1, isPostgres: false }];
  if (onPostgres) places.push({ prefix: 'postgres.', servers: 1, isPostgres: true });
  if (nodes > 1) places.push({ prefix: `postgres${nodes}.`, servers: nodes, isPostgres: true });
  return places;
}

/** Running servers that a benchmark has started on one database. */
export interface BenchServers {
  readonly first: BenchServerWithData;
  readonly ports: readonly number[];
  readonly pids: readonly number[];
  /** Address of the database; undefined on SQLite. */
  readonly databaseUrl: string | undefined;
  /** Stops the servers. The data stay until `remove`. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts the servers of a place. All use the keys and the uploads of the first server. */
export async function startBenchServers({ servers, isPostgres }: BenchPlace): Promise<BenchServers> {
  const database = isPostgres ? await createServerDatabase() : undefined;
  const databaseUrl = database?.url;
  const { dataDir: firstDir, stop: stopEarlier } = await startBenchServer({ keep: true, databaseUrl });
  await stopEarlier();
  // Start once before the measurement: the second start of a data folder writes compiled code, which the servers of a school find as well.
  await (await startBenchServer({ dataDir: firstDir, databaseUrl })).stop();
  const first = await startBenchServer({ dataDir: firstDir, databaseUrl });
  const all = [first];
  while (all.length < servers) {
    const dataDir = mkdtempSync(join(tmpdir(), 'wenkao-bench-'));
    copyFileSync(join(first.dataDir, 'keys.json'), join(dataDir, 'keys.json'));
    symlinkSync(join(first.dataDir, 'uploads'), join(dataDir, 'uploads'));
    all.push(await startBenchServer({ dataDir, databaseUrl }));
  }
  return {
    first,
    ports: all.map(({ port }) => port),
    pids: all.map(({ pid }) => pid),
    databaseUrl,
    async stop() {
      await Promise.all(all.map((server) => server.stop()));
    },
    async remove() {
      for (const server of all) server.remove();
      await database?.drop();
    },
  };
}
