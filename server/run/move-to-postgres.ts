import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { moveModulesToPostgres } from '../db/opening/move-modules.ts';
import { readSettings } from '../settings.ts';
import { systemClock } from '../system-ports.ts';
import { runCommand } from './command.ts';

const usage = `npm run move-to-postgres [-- --data <folder>]
  Moves the modules' database of a data folder (WENKAO_DATA) to the empty database that DATABASE_URL names. The server must be stopped.
  All of it or nothing, each row compared. wenkao.db stays in the folder as wenkao.db.moved. The next start moves the log of answers.`;

await runCommand(usage, { data: { type: 'string' } }, async ({ data }) => {
  const settings = readSettings(process.env);
  const folder = resolve(data ?? settings.dataDir);
  if (settings.databaseUrl === null) throw new Error(`DATABASE_URL is missing: set it to the database to move to\n\n${usage}`);
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  const beganMs = performance.now();
  const tables = await moveModulesToPostgres(folder, settings.databaseUrl, systemClock.nowMs());
  const rows = [...tables.values()].reduce((sum, count) => sum + count, 0);
  return [
    `moved: ${rows} rows of ${tables.size} tables, ${((performance.now() - beganMs) / 1000).toFixed(1)} s, each compared`,
    'Next: start the server with the same DATABASE_URL; it moves the log of answers. Once all is well, wenkao.db.moved may go.',
  ].join('\n');
});
