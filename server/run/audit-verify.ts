import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openModulesDatabase } from '../db/opening/open-modules.ts';
import { openForReading } from '../db/opening/open.ts';
import { readServerKeys } from '../answer-log/log/server-keys.ts';
import {
  deriveAuditKey,
  findChainHeads,
  formatChainHead,
  platformChain,
  type AuditChainHead,
} from '../features/platform/audit/audit-chain.ts';
import { verifyAuditChains } from '../features/platform/audit/audit-verify.ts';
import { requireServerKeys } from '../open-keys.ts';
import { readSettings } from '../settings.ts';
import { systemClock } from '../system-ports.ts';
import { refuseMigration, runCommand } from './command.ts';

const usage = `npm run audit:verify [-- --data <folder>] [-- --heads <file>]
  Walks the audit log of a data folder (WENKAO_DATA), also while the server runs. Prints the head of each chain: that of the platform (0) and of each
  school, as <school>:<position>:<hash>.
  --heads   a file with heads noted before, such as an earlier output or the manifest of a backup: the chains must still go through them.`;

const reasons = {
  changed: 'is not as it was written',
  missing: 'is missing',
  cutOff: 'and what follows was cut off',
  notTheHead: 'is not the one noted down: the chain was made anew',
  noHead: 'belongs to a chain whose stored head is missing',
} as const;

await runCommand(usage, { data: { type: 'string' }, heads: { type: 'string' } }, async ({ data, heads }) => {
  const knownHeads = heads === undefined ? [] : readHeads(heads);
  const { dataDir, databaseUrl, masterKey } = readSettings(process.env);
  const folder = data ?? dataDir;
  const { keys, db, close } = databaseUrl === null ? await openFolder(folder) : await openPostgresModules(folder, databaseUrl, masterKey);
  const verdict = await verifyAuditChains(db, deriveAuditKey(keys.sittingSecret), knownHeads);
  await close();
  if (verdict.kind === 'ok') return [`ok: ${verdict.count} entries, heads:`, ...verdict.heads.map(formatChainHead)].join('\n');
  const chain = verdict.schoolId === platformChain ? 'the platform' : `school ${verdict.schoolId}`;
  throw new Error(`the audit log is broken: entry ${verdict.seq} of ${chain} ${reasons[verdict.why]}`);
});

async function openFolder(folder: string) {
  const keys = await readServerKeys(join(folder, 'keys.json'));
  return { keys, ...openForReading(join(folder, 'wenkao.db')) };
}

/** Opens the server's main database on PostgreSQL. Refuses the keys of another database, with which every audit entry would seem altered. */
async function openPostgresModules(folder: string, url: string, masterKey: KeyObject | null) {
  const modules = await openModulesDatabase(folder, url, systemClock.nowMs(), { onMigration: refuseMigration });
  const keys = await requireServerKeys({ file: join(folder, 'keys.json'), modules, masterKey });
  return { keys, db: modules.db, close: modules.close };
}

function readHeads(path: string): AuditChainHead[] {
  const heads = findChainHeads(readFileSync(path, 'utf8'));
  if (heads.length === 0) throw new Error(`${path} holds no audit log head of the form <school>:<position>:<hash>`);
  return heads;
}
