import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLogger } from './create-logger.ts';
import { formatFailure } from './format-failure.ts';
import { listLowLimits, readMachineLimits } from './http/limits/machine-limits.ts';
import { startRelay } from './relay/relay-server.ts';
import { startServer } from './running-server.ts';
import { readRelaySettings, readSettings } from './settings.ts';
import { formatRelayStartText, formatStartText } from './start-text.ts';

const root = join(import.meta.dirname, '..');

try {
  const { values } = parseArgs({ options: { relay: { type: 'boolean', default: false } } });
  const logger = createLogger(readSettings(process.env).logLevel);
  const server = values.relay ? await relay() : await exams();

  async function relay() {
    const settings = readRelaySettings(process.env);
    const running = await startRelay({ settings, logger });
    process.stdout.write(formatRelayStartText(running.url, settings.server, running.waiting()));
    return running;
  }

  async function exams() {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const running = await startServer({ settings: readSettings(process.env), logger, webDir: join(root, 'dist', 'web'), version });
    process.stdout.write(formatStartText(running.url, running.report, running.tls, listLowLimits(readMachineLimits())));
    void running.fatalError.then((reason) => {
      process.stderr.write(`wenkao ends: ${reason.message}\n`);
      end(1);
    });
    return running;
  }

  let stops = 0;
  const stop = (signal: string): void => {
    stops += 1;
    // The second signal exits at once. Acknowledged answers are already on disk.
    if (stops > 1) process.exit(1);
    logger.info({ signal }, 'stopping');
    end(0);
  };
  function end(code: number): void {
    server.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        logger.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Log unhandled rejections instead of crashing, because a crash would interrupt running exams.
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'));
} catch (error) {
  process.stderr.write(`wenkao could not start: ${formatFailure(error)}\n`);
  // Exit explicitly: connections and timers opened before the failure would keep the process alive.
  process.exit(1);
}
