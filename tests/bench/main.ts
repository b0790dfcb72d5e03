import { startOwnPostgres } from '../fixtures/postgres/postgres-place.ts';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAnswerCards } from './answer-cards.ts';
import { benchAssembly } from './assembly.ts';
import { listMissedTargets, recordFigure } from './figure.ts';
import { type BenchPlace, listBenchPlaces } from './bench-place.ts';
import { benchChanges } from './changes.ts';
import { benchImport } from './import.ts';
import { benchLists } from './lists.ts';
import { benchMarking } from './marking.ts';
import { benchPhotos } from './photos.ts';
import { benchPlayer } from './player.ts';
import { benchProjection } from './projection.ts';
import { benchPushes } from './push.ts';
import { benchSignIns } from './sign-in.ts';
import { benchSizes } from './sizes.ts';
import { benchStart } from './start-up.ts';
import { benchLesson } from './lesson.ts';
import { benchStreams } from './streams.ts';
import { benchVitals } from './vitals.ts';
import { benchHandIns, benchSteadyState } from './storms.ts';

/**
 * Benchmarks by name. `npm run bench [-- name …] [--postgres] [--nodes 2] [--examinees 9000] [--balanced]` prints one JSON line for each figure. Each
 * benchmark contains its budgets; docs/benchmarks.md describes the conditions. `--postgres` runs the answer log and the lists on PostgreSQL as well;
 * `--nodes` runs the answer log with several servers; `--examinees` sets the number of examinees in `steady`. Each examinee has two connections, or
 * with `--balanced` only the one of the poll: behind a load balancer, all pushes share a few connections.
 */
const benches: Readonly<Record<string, () => Promise<void>>> = {
  push10: () => atEachPlace((place) => benchPushes(10, place)),
  push1: () => atEachPlace((place) => benchPushes(1, place)),
  projection: () => benchProjection(),
  handIns: () => atEachPlace(benchHandIns),
  steady: () => atEachPlace((place) => benchSteadyState(place, Number(values.examinees), values.balanced)),
  signIns: () => benchSignIns(),
  changes: () => benchChanges(),
  lists: () => benchLists(),
  import10k: () => benchImport(),
  start: () => benchStart(),
  assembly: () => benchAssembly(),
  cards: () => benchAnswerCards(),
  sizes: () => benchSizes(),
  player: () => benchPlayer(),
  vitals: () => benchVitals(),
  marking: () => benchMarking(),
  photos: () => benchPhotos(),
  streams: () => benchStreams(),
  lesson: () => benchLesson(),
};

async function atEachPlace(bench: (place: BenchPlace) => Promise<void>): Promise<void> {
  for (const place of places) await bench(place);
}

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    postgres: { type: 'boolean', default: false },
    nodes: { type: 'string', default: '1' },
    examinees: { type: 'string', default: '5000' },
    balanced: { type: 'boolean', default: false },
  },
});
const places = listBenchPlaces(values.postgres, Number(values.nodes));
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. Known: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', autovacuum: 'on' };
// Start PostgreSQL before any benchmark reads the environment variable.
const postgres = places.some(({ isPostgres }) => isPostgres) ? await startOwnPostgres(durable) : undefined;
if (postgres) process.env['WENKAO_TEST_POSTGRES'] = postgres.url;
recordFigure(
  `${cpus().length} × ${cpus()[0]?.model ?? '?'}, Node ${process.version}, load ${loadavg()
    .map((l) => l.toFixed(1))
    .join(' ')}`,
);
for (const [name, run] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  try {
    await run();
  } catch (error) {
    process.exitCode = 1;
    recordFigure(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
await postgres?.stop();
for (const figure of listMissedTargets()) recordFigure(`missed: ${figure.name} is ${figure.value} ${figure.unit}, budget ${figure.budget}`);
