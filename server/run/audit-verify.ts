import { join } from 'node:path';
import { openModulesDatabase } from '../db/opening/open-modules.ts';
import { openForReading } from '../db/opening/open-for-reading.ts';
import { readServerKeys } from '../answer-log/log/server-keys.ts';
import { deriveAuditKey } from '../modules/audit/audit-chain.ts';
import { verifyAuditChain, type AuditChainHead } from '../modules/audit/audit-verify.ts';
import { createModulesKeyCheck, refuseOtherKeys } from '../open-keys.ts';
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
  const folder = data ?? readSettings(process.env).dataDir;
  const keysPath = join(folder, 'keys.json');
  const keys = await readServerKeys(keysPath);
  const { databaseUrl } = readSettings(process.env);
  const { db, close, name } =
    databaseUrl === null
      ? { ...openForReading(join(folder, 'wenkao.db')), name: null }
      : await openModulesDatabase(folder, databaseUrl, systemClock.nowMs(), {});
  // The keys of another data folder would make every entry look changed.
  if (name !== null) await refuseOtherKeys(keysPath, keys, createModulesKeyCheck(db, name));
  const verdict = await verifyAuditChain(db, deriveAuditKey(keys.sittingSecret), head === undefined ? undefined : parseHead(head));
  await close();
  if (verdict.kind === 'ok') return `ok: ${verdict.count} entries, head ${verdict.head.seq}:${verdict.head.hash}`;
  throw new Error(`the audit log is broken: entry ${verdict.seq} ${reasons[verdict.why]}`);
});

function parseHead(text: string): AuditChainHead {
  const found = /^(\d+):([\w-]{43})$/.exec(text);
  if (!found) throw new Error(`--head takes <number>:<hash>, not "${text}"`);
  return { seq: Number(found[1]), hash: found[2] ?? '' };
}
