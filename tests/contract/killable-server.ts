import { createApp, type AppDeps } from '../../server/app.ts';
import { CallWatch } from '../../server/watch/call-watch.ts';
import { WebFaults } from '../../server/watch/web-faults.ts';
import { openDataFolder } from '../../server/data-folder.ts';
import { FreeSpace } from '../../server/free-space.ts';
import { addressReader } from '../../server/http/client-address.ts';
import { listen } from '../../server/http/listen.ts';
import { openIngest } from '../../server/ingest/ingest.ts';
import { jobRunner } from '../../server/jobs/job-runner.ts';
import { auditLog } from '../../server/modules/audit/audit-log.ts';
import { freeBytesAt, systemChance, systemClock, systemTimers } from '../../server/surroundings.ts';

/**
 * The server's calls over a data folder, in a process of its own, to be killed. With a second argument it kills itself at that
 * many stored pushes, exactly between the commit and the reply: on disk, and nobody told.
 */
const [folder = '', dieAfter = '0'] = process.argv.slice(2);
const silent = (): void => undefined;
const logger = { info: silent, warn: silent, error: (fields: object) => process.stderr.write(`${JSON.stringify(fields)}\n`) };
const surroundings = { clock: systemClock, chance: systemChance, timers: systemTimers, logger };
const data = await openDataFolder(folder, systemClock.nowMs(), console);
const ingest = openIngest({ ...data, ...surroundings, schedule: setImmediate });

const store = ingest.queue.append.bind(ingest.queue);
let stored = 0;
ingest.queue.append = async (batch, bytes) => {
  const outcome = await store(batch, bytes);
  stored += 1;
  if (stored === Number(dieAfter)) process.kill(process.pid, 'SIGKILL');
  return outcome;
};

const jobs = jobRunner({ ...data, ...surroundings });
const audit = auditLog({ ...data, ...surroundings });
const deps: AppDeps = {
  ...data,
  ...surroundings,
  space: new FreeSpace({ clock: systemClock, freeBytes: () => freeBytesAt(folder) }),
  ingest,
  jobs,
  audit,
  addressOf: addressReader([]),
  build: { version: 'test', startedMs: 0 },
  watch: { calls: new CallWatch(surroundings), faults: new WebFaults(surroundings) },
  stopping: new AbortController().signal,
};
const { url } = await listen(createApp(deps), { host: '127.0.0.1', port: 0, tls: null });
process.stdout.write(`${url}\n`);
