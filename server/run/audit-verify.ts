import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { openModulesDatabase } from '../db/opening/open-modules.ts';
import { openForReading } from '../db/opening/open-for-reading.ts';
import { readServerKeys } from '../answer-log/log/server-keys.ts';
import { deriveAuditKey } from '../features/platform/audit/audit-chain.ts';
import { verifyAuditChain, type AuditChainHead } from '../features/platform/audit/audit-verify.ts';
import { readServerKeysFor } from '../open-keys.ts';
import { readSettings } from '../settings.ts';
import { systemClock } from '../system-ports.ts';
import { runCommand } from './command.ts';

const usage = `npm run audit:verify [-- --data <folder>] [-- --head <number>:<hash>]
  Walks the audit log of a data folder (WENKAO_DATA), also while the server runs.
  --head   a head noted down before (every backup's manifest holds one): the chain must still go through it.`;

const reasons = {
  changed: 'is not as it was written',
  missing: 'is missing',
  cutOff: 'and what follows was cut off',
  notTheHead: 'is not the one noted down: the chain was made anew',
} as const;

await runCommand(usage, { data: { type: 'string' }, head: { type: 'string' } }, async ({ data, head }) => {
  const { dataDir, databaseUrl, masterKey } = readSettings(process.env);
  const folder = data ?? dataDir;
  const { keys, db, close } = databaseUrl === null ? await openFolder(folder) : await openPostgresModules(folder, databaseUrl, masterKey);
  const verdict = await verifyAuditChain(db, deriveAuditKey(keys.sittingSecret), head === undefined ? undefined : parseHead(head));
  await close();
  if (verdict.kind === 'ok') return `ok: ${verdict.count} entries, head ${verdict.head.seq}:${verdict.head.hash}`;
  throw new Error(`the audit log is broken: entry ${verdict.seq} ${reasons[verdict.why]}`);
});

async function openFolder(folder: string) {
  const keys = await readServerKeys(join(folder, 'keys.json'));
  return { keys, ...openForReading(join(folder, 'wenkao.db')) };
}

/** Refuses the keys of another database, which would make every entry look changed. */
async function openPostgresModules(folder: string, url: string, masterKey: KeyObject | null) {
  const modules = await openModulesDatabase(folder, url, systemClock.nowMs(), {});
  const keys = await readServerKeysFor({ file: join(folder, 'keys.json'), modules, masterKey });
  return { keys, db: modules.db, close: modules.close };
}

function parseHead(text: string): AuditChainHead {
  const found = /^(\d+):([\w-]{43})$/.exec(text);
  if (!found) throw new Error(`--head takes <number>:<hash>, not "${text}"`);
  return { seq: Number(found[1]), hash: found[2] ?? '' };
}
