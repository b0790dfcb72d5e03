import { join } from 'node:path';
import { learnCalls } from '../../sync/contract/learning/learn.ts';
import { ApiClient } from '../e2e/rig/api-client.ts';
import { measureGauge, runLoad, startBenchServer } from './child.ts';
import { recordFigure, computePercentile, benchReport } from './figure.ts';
import { publishFilm } from './published-film.ts';
import { reportExam } from './storms.ts';
import type { FilmReadersInput, FilmReadersResult } from './load/film-readers.ts';
import type { SteadyStateInput, SteadyStateResult } from './load/steady-state.ts';

const mib = 1024 * 1024;
const filmBytes = 64 * mib;
/** Bytes per second of a lecture film of 1.2 Mbit/s. */
const bytesPerSecond = 150_000;

/** Publishes a course with one film and returns the address at which the demo's student plays it. */
async function filmAddress(origin: string): Promise<string> {
  // The first bytes are those of a film, which is all that the upload checks. The film is never played.
  const bytes = Buffer.alloc(filmBytes, 7);
  Buffer.from('1a45dfa3884282847765626d', 'hex').copy(bytes);
  const { courseId } = await publishFilm(origin, bytes, Math.floor((filmBytes / bytesPerSecond) * 1000));
  const student = await ApiClient.signIn(origin, 'student');
  const whole = await student.call(learnCalls.getById, { id: courseId });
  return whole.sections[0]?.items[0]?.files[0]?.src ?? '';
}

/** Measures learners who stream films during an exam; the budgets of the exam must be met. `WENKAO_BENCH_SECONDS` shortens the run from 60 s. */
export async function benchStreams(examinees = 1000, learners = 200): Promise<void> {
  const seconds = Number(process.env['WENKAO_BENCH_SECONDS'] ?? 60);
  const server = await startBenchServer({ demo: true });
  try {
    const address = await filmAddress(server.url);
    const everyMs = 5_000;
    const exam: SteadyStateInput = {
      keysFile: join(server.dataDir, 'keys.json'),
      examinees,
      everyMs,
      rounds: (seconds * 1000) / everyMs,
      ports: [server.port],
      pids: [server.pid],
    };
    const films: FilmReadersInput = {
      port: server.port,
      addresses: Array.from({ length: learners }, () => address),
      sizeBytes: filmBytes,
      bytesPerSecond,
      // Add 15 s, because the load generator of the exam takes up to 15 s to make its keys.
      seconds: seconds + 15,
    };
    const [result, read] = await Promise.all([
      runLoad<SteadyStateResult>('steady-state.ts', exam),
      runLoad<FilmReadersResult>('film-readers.ts', films),
    ]);
    for (const error of new Set([...result.errors, ...read.errors])) recordFigure(`streams: ${error}`);
    recordFigure(`streams: ${Math.round(read.bytes / 1e6)} MB of film in ${films.seconds} s, ${result.pushMs.length} pushes beside it`);
    benchReport.atMost('streams.errors', result.errors.length + read.errors.length, `of ${result.pushMs.length + read.readMs.length}`, 0);
    reportExam('streams', result);
    benchReport.seen(
      'streams.serverHeldUpMax',
      await measureGauge(server.url, 'event_loop_delay_max_ms'),
      'ms, longest turn of its event loop',
    );
    benchReport.atMost('streams.filmP95', computePercentile(read.readMs, 0.95), 'ms for a second of film', 1000);
  } finally {
    await server.stop();
  }
}
