import { availableParallelism } from 'node:os';
import { hash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startPostgres } from '../fixtures/postgres/postgres-place.ts';
import { faultKinds } from './fault-kinds.ts';
import { mutants } from './mutants.ts';
import { postgresMutants } from './postgres-mutants.ts';
import { regressions } from './regressions.ts';
import { runSeeds, type SeedSummary } from './run-seeds.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    mutants: { type: 'boolean', default: false },
    /** Limits --mutants to mutants whose name contains one of these texts. */
    only: { type: 'string', multiple: true, default: [''] },
    shrink: { type: 'boolean', default: false },
    /** Simulates every seed with an answer log that several servers could share. */
    shared: { type: 'boolean', default: false },
    /** Runs every history over SQLite and over PostgreSQL, and compares the end states. Together with --mutants, it plants faults in the log on PostgreSQL. */
    postgres: { type: 'boolean', default: false },
  },
});
if (values.shared) process.env['WENKAO_SIM_LOG'] = 'shared';
const workers = Number(values.workers);
const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, n) => first + n);
/** Each kind of fault must occur in this share of the simulated runs. Checked only if at least `longRun` seeds run. */
const leastShare = 0.05;
const longRun = 500;

function tellFaults(sum: SeedSummary): string[] {
  const run = sum.passed + sum.failed.length;
  const rare: string[] = [];
  for (const kind of faultKinds) {
    const share = (sum.histories.get(kind) ?? 0) / run;
    if (run >= longRun && share < leastShare) rare.push(`${kind} occurred in ${(share * 100).toFixed(1)} % of the histories only`);
    console.log(`${kind.padEnd(22)} in ${(share * 100).toFixed(1).padStart(5)} % of the histories`);
  }
  return rare;
}

async function histories(): Promise<{ passed: number; failures: string[] }> {
  const seeds = [...new Set([...regressions.map((r) => r.seed), ...range(Number(values.from), Number(values.seeds))])];
  const began = performance.now();
  const sum = await runSeeds(seeds, workers, { stopAfter: 5, shrink: values.shrink, ...server });
  const run = sum.passed + sum.failed.length;
  const rare = tellFaults(sum);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${run} histories, ${(sum.ops / run).toFixed(0)} ops and ${(sum.steps / run).toFixed(0)} steps each on average, ${seconds} s`,
  );
  if (postgres) {
    const digests = [...sum.endStates].toSorted(([a], [b]) => a - b);
    console.log(
      `each over SQLite and over PostgreSQL (${postgres.from}); digest of the end states: ${hash('sha256', JSON.stringify(digests))}`,
    );
  }
  const failed = sum.failed.map((r) => `seed ${r.seed}:\n  ${r.violations.slice(0, 5).join('\n  ')}`);
  return { passed: sum.passed, failures: [...failed, ...rare] };
}

/** Tests the simulation itself: each mutant planted in the real code must be caught. */
async function hunt(): Promise<{ passed: number; failures: string[] }> {
  const failures: string[] = [];
  const hunted = (postgres ? postgresMutants : mutants).filter((m) => values.only.some((text) => m.name.includes(text)));
  const waiting = [...hunted];
  const hunter = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, from = 1, within, caughtBy } = next;
      const seeds = new Set([...(caughtBy === undefined ? [] : [caughtBy]), ...range(from, within)]);
      const { failed, passed } = await runSeeds([...seeds], 1, { stopAfter: 1, mutant: name, ...server });
      const [caught] = failed;
      console.log(caught ? `caught: ${name} (seed ${caught.seed}: ${caught.violations[0]?.slice(0, 100)})` : `MISSED: ${name}`);
      if (!caught) failures.push(`mutant "${name}" lived through ${passed} histories`);
    }
  };
  await Promise.all(Array.from({ length: workers }, hunter));
  return { passed: hunted.length - failures.length, failures };
}

const postgres = values.postgres ? await startPostgres() : undefined;
const server = postgres && { postgres: postgres.url };
const { passed, failures } = await (values.mutants ? hunt() : histories()).finally(() => postgres?.stop());
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
