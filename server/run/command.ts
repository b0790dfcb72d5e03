import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Logger } from '../ports.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** A command of the house: one sentence for what went wrong and exit code 1; 2 for being called wrongly. */
export async function runCommand<const O extends Options>(
  usage: string,
  options: O,
  work: (values: Values<O>) => Promise<string>,
): Promise<void> {
  let values: Values<O>;
  try {
    if (process.argv.includes('--help')) {
      process.stdout.write(`${usage}\n`);
      return;
    }
    ({ values } = parseArgs({ options }));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
    process.exitCode = 2;
    return;
  }
  try {
    process.stdout.write(`${await work(values)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Only what went wrong, on standard error: what a command has to say is its own text. */
export const consoleLogger: Logger = {
  info: () => undefined,
  warn: (_fields, message) => void process.stderr.write(`${message}\n`),
  error: (fields, message) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
};
