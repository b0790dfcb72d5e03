import { parseArgs, type ParseArgsConfig } from 'node:util';
import { formatFailure } from '../format-failure.ts';
import type { Logger } from '../ports.ts';

/**
 * Refuses to migrate a database for a command; pass it as `onMigration`. A server of the previous version may be running on the database, and would not
 * know the new tables.
 */
export function refuseMigration(): never {
  throw new Error('the database was made by an older version: start the server of this version first');
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** Names commands as they are called in the unpacked package: `wenkao admin-create --reset` for `npm run admin:create -- --reset`. */
const nameForPackage = (usage: string): string =>
  usage
    .replaceAll(/npm run ([\w:-]+)/g, (_, name: string) => `wenkao ${name.replace(':', '-')}`)
    .replaceAll(' [-- --', ' [--')
    .replaceAll(' -- --', ' --');

/** Runs a command. Exit code 1 and one sentence on failure; 2 for wrong arguments. `takesFile`: one file may follow the command's name. */
export async function runCommand<const O extends Options>(
  npmUsage: string,
  options: O,
  work: (values: Values<O>, file: string | undefined) => Promise<string>,
  takesFile = false,
): Promise<void> {
  const usage = process.env['WENKAO_PACKAGE'] === '1' ? nameForPackage(npmUsage) : npmUsage;
  let values: Values<O>;
  let positionals: string[];
  try {
    if (process.argv.includes('--help')) {
      process.stdout.write(`${usage}\n`);
      return;
    }
    ({ values, positionals } = parseArgs({ options, allowPositionals: takesFile }));
    if (positionals.length > 1) throw new Error(`expected one file, got ${positionals.length}`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
    process.exitCode = 2;
    return;
  }
  try {
    process.stdout.write(`${await work(values, positionals[0])}\n`);
  } catch (error) {
    process.stderr.write(`${formatFailure(error)}\n`);
    process.exitCode = 1;
  }
}

/** Prints only warnings and errors, on standard error. Standard output is for the command's own text. */
export const consoleLogger: Logger = {
  info: () => undefined,
  warn: (_fields, message) => void process.stderr.write(`${message}\n`),
  error: (fields, message) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
};
