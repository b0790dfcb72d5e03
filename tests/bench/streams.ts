import { join } from 'node:path';
import { learnCalls } from '../../sync/contract/learn.ts';
import { ApiClient } from '../e2e/rig/api-client.ts';
import { gauge, runLoad, startServer } from './child.ts';
import { note, percentile, report } from './figure.ts';
import { publishFilm } from './published-film.ts';
import type { FilmReadersInput, FilmReadersResult } from './load/film-readers.ts';
import type { SteadyStateInput, SteadyStateResult } from './load/steady-state.ts';

const mib = 1024 * 1024;
const filmBytes = 64 * mib;
/** A film of a lecture: 1.2 Mbit/s. */
const bytesPerSecond = 150_000;

/** A published course with one film, for the demo's student: gives the address at which they play it. */
async function filmAddress(origin: string): Promise<string> {
  // What a film looks like to whoever looks at its first bytes; nobody plays it here.
  const bytes = Buffer.alloc(filmBytes, 7);
  Buffer.from('1a45dfa3884282847765626d', 'hex').copy(bytes);
  const { courseId } = await publishFilm(origin, bytes, Math.floor((filmBytes / bytesPerSecond) * 1000));
  const student = await ApiClient.signIn(origin, 'student');
  const whole = await student.call(learnCalls.getById, { id: courseId });
  return whole.sections[0]?.items[0]?.files[0]?.src ?? '';
}

/** Learners stream films while an exam goes on: the exam's budgets hold. `WENKAO_BENCH_SECONDS`: shorter than the 60 of the full form. */
export async function benchStreams(examinees = 1000, learners = 200): Promise<void> {
  const seconds = Number(process.env['WENKAO_BENCH_SECONDS'] ?? 60);
  const server = await startServer({ demo: true });
  try {
    const address = await filmAddress(server.url);
    const everyMs = 5_000;
    const exam: SteadyStateInput = {
      keysFile: join(server.dataDir, 'keys.json'),
      examinees,
      everyMs,
      rounds: (seconds * 1000) / everyMs,
      port: server.port,
      pid: server.pid,
    };
    const films: FilmReadersInput = {
      port: server.port,
      addresses: Array.from({ length: learners }, () => address),
      sizeBytes: filmBytes,
      bytesPerSecond,
      // The exam's side makes its keys first.
      seconds: seconds + 15,
    };
    const [result, read] = await Promise.all([
      runLoad<SteadyStateResult>('steady-state.ts', exam),
      runLoad<FilmReadersResult>('film-readers.ts', films),
    ]);
    for (const error of new Set([...result.errors, ...read.errors])) note(`streams: ${error}`);
    note(`streams: ${Math.round(read.bytes / 1e6)} MB of film in ${films.seconds} s, ${result.pushMs.length} pushes beside it`);
    report.atMost('streams.errors', result.errors.length + read.errors.length, `of ${result.pushMs.length + read.readMs.length}`, 0);
    report.seen('streams.examMedian', percentile(result.pushMs, 0.5), 'ms');
    report.atMost('streams.examP99', percentile(result.pushMs, 0.99), 'ms', 50);
    report.seen('streams.generatorLateP99', percentile(result.lateMs, 0.99), 'ms, within the figures above');
    report.seen('streams.serverHeldUpMax', await gauge(server.url, 'event_loop_delay_max_ms'), 'ms, longest turn of its event loop');
    report.atMost('streams.filmP95', percentile(read.readMs, 0.95), 'ms for a second of film', 1000);
    report.seen('streams.serverCpu', result.serverCpu, 'of one core');
    report.seen('streams.memory', result.rssBytes / 1e6, 'MB');
  } finally {
    await server.stop();
  }
}
