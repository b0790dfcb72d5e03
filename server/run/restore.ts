import { resolve } from 'node:path';
import { restoreBackup } from '../restore/restore.ts';
import { readSettings } from '../settings.ts';
import { consoleLogger, runCommand } from './command.ts';

const usage = `npm run restore -- --from <backup> [--data <folder>] [--force]
  Puts a backup in the place of the data folder (WENKAO_DATA). The server must be stopped.
  --force   the data folder is not empty: move it aside. Nothing is deleted.`;

await runCommand(
  usage,
  { from: { type: 'string' }, data: { type: 'string' }, force: { type: 'boolean', default: false } },
  async ({ from, data, force }) => {
    if (from === undefined) throw new Error(`--from is missing\n\n${usage}`);
    const dataDir = resolve(data ?? readSettings(process.env).dataDir);
    const { manifest, movedTo } = await restoreBackup({ from: resolve(from), dataDir, force, nowMs: Date.now(), logger: consoleLogger });
    return [
      `restored: ${dataDir}, as it was at ${manifest.madeAt}`,
      ...(movedTo === null ? [] : [`what stood there before: ${movedTo}`]),
      'Next:',
      '  1. Start the server.',
      '  2. Let every PC that sat an exam since then come back to its page: it sends again by itself what this backup does not hold.',
      '  3. What was changed in the pages since then (plans, papers, people, passwords) has to be entered again.',
      ...(movedTo === null ? [] : ['  4. Keep the folder that was moved aside until every exam is complete.']),
    ].join('\n');
  },
);
