import { resolve } from 'node:path';
import { backUpFolder, getDefaultBackupsFolder } from '../backup/backup.ts';
import { readSettings } from '../settings.ts';
import { programVersion } from '../program-version.ts';
import { runCommand } from './command.ts';

const usage = `npm run backup [-- --data <folder>] [-- --to <folder>]
  Copies the data folder (WENKAO_DATA), also while the server runs, into a new folder below --to
  (default: beside the data folder, <data>-backups), and verifies the copy. It holds the keys: keep it as safe as the server.`;

// Exit normally on a signal, so that the exit handler removes the unfinished copy.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

await runCommand(usage, { data: { type: 'string' }, to: { type: 'string' } }, async ({ data, to }) => {
  const dataDir = resolve(data ?? readSettings(process.env).dataDir);
  const beganMs = Date.now();
  const backup = await backUpFolder({
    dataDir,
    into: resolve(to ?? getDefaultBackupsFolder(dataDir)),
    nowMs: beganMs,
    version: programVersion,
    // Report progress to the server, if it started this process.
    progress: (at, total) => void process.send?.({ done: at, total }),
  });
  return [
    `backup: ${backup.folder}`,
    `${backup.manifest.files.length} files, ${(backup.sizeBytes / 1e6).toFixed(1)} MB, ${((Date.now() - beganMs) / 1000).toFixed(1)} s, verified`,
    'heads of the audit log (school:position:hash):',
    ...backup.manifest.auditHeads,
  ].join('\n');
});
