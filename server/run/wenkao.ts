import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { formatFailure } from '../format-failure.ts';
import { findSettingsFile, getDefaultDataDir } from './package-settings.ts';

/** The command of the unpacked package: `wenkao start`, `wenkao backup` and so on, each a program of this folder. */
const root = join(import.meta.dirname, '..', '..');
/** Module that turns on Node's compile cache. `npm start` loads it first; this command loads it once the data folder is known. */
const compileCache = new URL('../compile-cache.mjs', import.meta.url).href;
interface PackageCommand {
  readonly about: string;
  readonly load: () => Promise<unknown>;
  /**
   * True for a command that writes outside the data folder, where only root may write. It keeps the rights of root instead of switching to the owner
   * of the data folder.
   */
  readonly keepsRoot?: true;
}
const commands: Readonly<Record<string, PackageCommand>> = {
  start: { about: 'starts the server', load: () => import(compileCache).then(() => import('../main.ts')) },
  tls: { about: 'makes certificates for a local network', load: () => import('./tls.ts') },
  'install-service': { about: 'starts the server at boot', load: () => import('./install-service.ts'), keepsRoot: true },
  'uninstall-service': { about: 'ends the start at boot', load: () => import('./uninstall-service.ts'), keepsRoot: true },
  upgrade: { about: 'replaces the installed service by a newer package', load: () => import('./upgrade.ts'), keepsRoot: true },
  'admin-create': { about: 'adds an administrator, or resets a lost password', load: () => import('./admin-create.ts') },
  backup: { about: 'copies and verifies the data folder', load: () => import('./backup.ts') },
  restore: { about: 'puts a backup in the place of the data folder', load: () => import('./restore.ts'), keepsRoot: true },
  'move-to-postgres': { about: 'moves the modules to PostgreSQL', load: () => import('./move-to-postgres.ts') },
  'audit-verify': { about: 'verifies the audit log', load: () => import('./audit-verify.ts') },
  'verify-archive': { about: "verifies an exam's archive", load: () => import('./archive-verify.ts') },
  openapi: { about: 'prints the description of all calls', load: () => import('./openapi.ts') },
};

const [, , name = '--help'] = process.argv;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined) {
  const lines = Object.entries(commands).map(([each, { about }]) => `  ${each.padEnd(18)}${about}`);
  const isQuestion = ['--help', '-h', 'help'].includes(name);
  const text = `${isQuestion ? '' : `there is no command "${name}"\n\n`}wenkao <command> [options]\n${lines.join('\n')}\n  <command> --help  tells the options\n`;
  (isQuestion ? process.stdout : process.stderr).write(text);
  process.exitCode = isQuestion ? 0 : 2;
} else {
  try {
    prepareEnvironment();
    if (command.keepsRoot !== true) becomeOwner(process.env['WENKAO_DATA'] ?? '');
    process.argv.splice(2, 1);
    await command.load();
  } catch (error) {
    process.stderr.write(`wenkao: ${formatFailure(error)}\n`);
    process.exitCode = 1;
  }
}

/** Fills in missing environment variables: from `settings.env`, then with defaults for a school's server. */
function prepareEnvironment(): void {
  const settings = findSettingsFile(root);
  if (settings !== undefined) process.loadEnvFile(settings);
  const usual = {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: '8443',
    WENKAO_DATA: getDefaultDataDir(root),
    WENKAO_PACKAGE: '1',
  };
  for (const [variable, value] of Object.entries(usual)) if ((process.env[variable] ?? '') === '') process.env[variable] = value;
}

/** If root runs the command, switches to the owner of the data folder. Otherwise the server could not read files that root made. */
function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return;
  const { uid, gid } = statSync(dataDir);
  if (uid === 0) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
