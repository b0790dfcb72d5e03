import Sqlite from 'better-sqlite3';
import { openIngest } from '../../server/ingest/ingest.ts';
import { openLogDatabase } from '../../server/ingest/log-database.ts';
import { generateServerKeys, importServerKeys } from '../../server/ingest/server-keys.ts';
import { systemChance, systemClock } from '../../server/surroundings.ts';
import { SealedStream } from '../device/sealed-stream.ts';
import { report } from './figure.ts';

/** Measures a rebuild of all projections (SY13) in this process, so that other load on the machine matters little. */
export async function benchProjection(examinees = 300, batches = 20): Promise<void> {
  const keys = await importServerKeys(await generateServerKeys());
  const log = openLogDatabase(':memory:');
  const quiet = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields: object) => process.stderr.write(`${JSON.stringify(fields)}\n`),
  };
  const open = () =>
    openIngest({
      log,
      projections: new Sqlite(':memory:'),
      keys,
      clock: systemClock,
      chance: systemChance,
      logger: quiet,
      schedule: setImmediate,
    });
  const filling = open();
  for (let n = 0; n < examinees; n += 1) {
    const device = await SealedStream.open(keys, n + 1, Date.now());
    for (let b = 0; b < batches; b += 1) {
      const ops = Array.from({ length: 10 }, (_, k) => ({
        type: 'answer.set@1',
        payload: { i: String(((b * 10 + k) % 200) + 1), v: ['A'] },
      }));
      const { fromSeq, prevHash, headHash, ops: wire } = device.push(ops);
      const header = { ...device.header, wrapped: device.header.wrapped ?? '', author: 'examinee' as const };
      await filling.queue.append(
        { header, keys: await filling.keyring.open(header), fromSeq, prevHash, headHash, ops: wire, aside: false },
        0,
      );
    }
  }
  filling.halt();

  const ingest = open();
  const answers = ingest.log.end() * 10;
  const cpu = process.cpuUsage();
  const began = performance.now();
  await ingest.projector.untilProjected();
  const ms = performance.now() - began;
  const used = process.cpuUsage(cpu);
  report.seen('projection.rebuild', (answers / ms) * 1000, "answers/s, every stream's secret opened anew");
  report.seen('projection.rebuildCpu', (used.user + used.system) / answers, 'µs/answer');
  ingest.close();
}
