import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { finishLoad } from './finish.ts';

/** Learners who stream a film that is not on their device. Each requests one second of the film every second. */
export interface FilmReadersInput {
  readonly port: number;
  /** Address of the film for each learner. */
  readonly addresses: readonly string[];
  readonly sizeBytes: number;
  readonly bytesPerSecond: number;
  readonly seconds: number;
}
export interface FilmReadersResult {
  /** Milliseconds from the moment at which a second of film was due until it was read completely. */
  readonly readMs: number[];
  readonly bytes: number;
  readonly errors: string[];
}

const input = JSON.parse(process.argv[2] ?? '{}') as FilmReadersInput;
const readMs: number[] = [];
const errors: string[] = [];
let bytes = 0;

const range = (address: string, from: number, length: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    const asked = request({ host: '127.0.0.1', port: input.port, path: address, headers }, (reply) => {
      if (reply.statusCode !== 206) reject(new Error(`answered ${reply.statusCode ?? 0}`));
      reply.on('data', (piece: Buffer) => (bytes += piece.length));
      reply.once('end', resolve);
      reply.once('error', reject);
    });
    asked.once('error', reject);
    asked.end();
  });

const began = performance.now();
await Promise.all(
  input.addresses.map(async (address, n) => {
    const offset = (n / input.addresses.length) * 1000;
    for (let second = 0; second < input.seconds; second += 1) {
      const due = began + offset + second * 1000;
      while (performance.now() < due) await wait(Math.max(1, due - performance.now()));
      const at = ((n * 7 + second) * input.bytesPerSecond) % Math.max(1, input.sizeBytes - input.bytesPerSecond);
      await range(address, at, input.bytesPerSecond).catch((error: unknown) => errors.push(String(error)));
      readMs.push(performance.now() - due);
    }
  }),
);
finishLoad<FilmReadersResult>({ readMs, bytes, errors });
