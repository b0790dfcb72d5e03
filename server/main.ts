import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { startServer } from './running.ts';
import { readSettings } from './settings.ts';
import { startText } from './start-text.ts';

const root = join(import.meta.dirname, '..');

try {
  const settings = readSettings(process.env);
  // To standard error, so that what a person should read stands alone on standard output.
  const logger = pino({ level: settings.logLevel }, pino.destination({ dest: 2, sync: true }));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const server = await startServer({ settings, logger, webDir: join(root, 'dist', 'web'), version });
  process.stdout.write(startText(server.url, server.report));

  let stops = 0;
  const stop = (signal: string): void => {
    stops += 1;
    // Asked twice: somebody is in a hurry. What was acknowledged is on disk already.
    if (stops > 1) process.exit(1);
    logger.info({ signal }, 'stopping');
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A promise somebody forgot is a bug to read about, not a reason to send a whole room home.
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'));
} catch (error) {
  process.stderr.write(`wenkao could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
