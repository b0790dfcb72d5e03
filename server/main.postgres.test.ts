import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { createDataFolder } from '../tests/fixtures/data-folder.ts';
import { createServerDatabase, type ServerDatabase } from '../tests/fixtures/postgres/server-database.ts';
import { createRawPostgres } from '../tests/fixtures/postgres/raw-postgres.ts';

let database: ServerDatabase | undefined;
afterEach(() => database?.drop());

/** Forwards connections to a PostgreSQL server, but changes the version number that it reports. */
async function olderThan(url: string, number: string): Promise<{ readonly url: string; close(): void }> {
  const { hostname, port } = new URL(url);
  const between = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.pipe(server);
    // The replaced version number has the same length, so that the message stays valid.
    server.on('data', (said) => client.write(said.toString('latin1').replace(/\x00\x00\x00\x06\d{6}/, `\0\0\0\x06${number}`), 'latin1'));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('close', () => other.destroy());
      one.on('error', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  const older = new URL(url);
  older.hostname = '127.0.0.1';
  older.port = String((between.address() as { port: number }).port);
  return { url: older.href, close: () => between.close() };
}

it('a start with a PostgreSQL server that is too old is refused, and writes nothing', async () => {
  database = await createServerDatabase();
  const { url = '' } = database ?? {};
  const older = await olderThan(url, '140013');
  const folder = createDataFolder();
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    WENKAO_DATA: folder,
    PORT: '0',
    WENKAO_LOG: 'error',
    DATABASE_URL: older.url,
  };
  const started = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, [code]] = await Promise.all([text(started.stderr), once(started, 'close')]);
  older.close();
  expect(said).toMatch(/PostgreSQL [\d.]+ is too old: 15 or newer is needed/);
  expect(said).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
  const tables = createRawPostgres(url).prepare("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'").all();
  expect(tables).toEqual([]);
  expect(readdirSync(folder)).not.toContain('wenkao.db');
});
