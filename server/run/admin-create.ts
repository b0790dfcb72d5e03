import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { openModulesDatabase } from '../db/opening/open-modules.ts';
import { requireServerKeys } from '../open-keys.ts';
import { createAuditLog } from '../features/platform/audit/audit-log.ts';
import { adminTypes, createOrResetAdmin } from '../features/people/user/accounts/admin-create.ts';
import { readSettings } from '../settings.ts';
import { systemClock } from '../system-ports.ts';
import { consoleLogger, refuseMigration, runCommand } from './command.ts';

const usage = `npm run admin:create [-- --login <name>] [--type platform|school|system] [--school <website code>] [--name <name>] [--reset] [--data <folder>]
  Makes an administrator and prints a one-time password, also while the server runs. What is left out is asked for.
  --reset   the account is there and its password lost: a new one; the account is enabled, its sessions end.`;

const text = { type: 'string' } as const;
await runCommand(
  usage,
  { login: text, type: text, school: text, name: text, data: text, reset: { type: 'boolean', default: false } },
  async (options) => {
    const settings = readSettings(process.env);
    const folder = options.data ?? settings.dataDir;
    const file = join(folder, 'keys.json');
    if (settings.masterKey === null && !existsSync(file)) throw new Error(`there is no keys.json in ${folder}: is this a data folder?`);
    const loginName = (options.login ?? (await ask('Login name: '))).trim();
    const type = options.reset ? 'platform' : (options.type ?? (await ask('Type (platform, school, system): '))).trim();
    if (!/^\S{1,64}$/.test(loginName)) throw new Error('a login name has 1 to 64 characters and no spaces');
    if (!isType(type)) throw new Error(`--type takes one of: ${Object.keys(adminTypes).join(', ')}`);
    const nowMs = systemClock.nowMs();
    // Do not lock the data folder, because the server may be running on it.
    const modules = await openModulesDatabase(folder, settings.databaseUrl, nowMs, { onMigration: refuseMigration });
    const { db, close } = modules;
    try {
      // An audit entry made with other keys would break the audit log's hash chain.
      const keys = await requireServerKeys({ file, modules, masterKey: settings.masterKey });
      const audit = createAuditLog({ db, keys, clock: systemClock, logger: consoleLogger });
      const wish = { website: options.school, loginName, name: options.name ?? loginName, type, reset: options.reset };
      const account = await createOrResetAdmin({ db, audit, nowMs }, wish);
      return `sign in at /login/${account.website} as ${account.loginName}\none-time password, shown this once: ${account.password}`;
    } finally {
      await close();
    }
  },
);

function isType(type: string): type is keyof typeof adminTypes {
  return Object.hasOwn(adminTypes, type);
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`there is no terminal to ask for missing values: pass them on the command line\n\n${usage}`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
