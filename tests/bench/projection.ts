import Sqlite from 'better-sqlite3';
import { openAnswerLog } from '../../server/answer-log/answer-log.ts';
import { openLogDatabase } from '../../server/answer-log/log/log-database.ts';
import { generateServerKeys, importServerKeys } from '../../server/answer-log/log/server-keys.ts';
import { systemRandom, systemClock } from '../../server/system-ports.ts';
import { DeviceStream } from '../device/sealed-stream.ts';
import { benchReport } from './figure.ts';

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
    openAnswerLog({
      log,
      projections: new Sqlite(':memory:'),
      keys,
      clock: systemClock,
      chance: systemRandom,
      logger: quiet,
      schedule: setImmediate,
    });
  const filling = open();
  for (let n = 0; n < examinees; n += 1) {
    const device = await DeviceStream.open(keys, n + 1, Date.now());
    for (let b = 0; b < batches; b += 1) {
      const ops = Array.from({ length: 10 }, (_, k) => ({
        type: 'answer.set@1',
        payload: { i: String(((b * 10 + k) % 200) + 1), v: ['A'] },
      }));
      const { fromSeq, prevHash, headHash, ops: wire } = device.push(ops);
      const header = { ...device.header, wrapped: device.header.wrapped ?? '', author: 'examinee' as const };
      await filling.queue.append(
        { header, keys: await filling.keyring.open(header), fromSeq, prevHash, headHash, ops: wire, isRetiredTail: false },
        0,
      );
    }
  }
  filling.halt();

  const answerLog = open();
  const answers = answerLog.log.end() * 10;
  const cpu = process.cpuUsage();
  const began = performance.now();
  await answerLog.projector.waitUntilProjected();
  const ms = performance.now() - began;
  const used = process.cpuUsage(cpu);
  benchReport.seen('projection.rebuild', (answers / ms) * 1000, "answers/s, every stream's secret opened anew");
  benchReport.seen('projection.rebuildCpu', (used.user + used.system) / answers, 'µs/answer');
  answerLog.close();
}
