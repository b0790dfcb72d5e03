import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../e2e/rig/free-port.ts';

const root = join(import.meta.dirname, '..', '..');

export interface BenchServer {
  readonly port: number;
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the first successful `/readyz`. */
  readonly readyMs: number;
  stop(): Promise<void>;
}
export interface BenchServerWithData extends BenchServer {
  /** Removes the data folder. Call it after `stop` if the server was started with `keep`. */
  remove(): void;
}

/** Arguments that `npm start` passes to Node: memory settings and the program. */
const startArguments = (): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').slice(1);
};

/** Starts the real server on a data folder of its own, with the memory settings of its service (`server/service/service-plan.ts`). */
export async function startBenchServer(
  options: { dataDir?: string; keep?: boolean; demo?: boolean; databaseUrl?: string | undefined } = {},
): Promise<BenchServerWithData> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'wenkao-bench-'));
  const server = await start(
    startArguments(),
    {
      WENKAO_DATA: dataDir,
      WENKAO_DEMO: options.demo === true ? '1' : '0',
      WENKAO_LOG: 'error',
      DATABASE_URL: options.databaseUrl ?? '',
      MALLOC_ARENA_MAX: '1',
    },
    '/readyz',
  );
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  return {
    ...server,
    dataDir,
    remove,
    async stop() {
      await server.stop();
      if (!options.dataDir && !options.keep) remove();
    },
  };
}

export const startBareServer = async (): Promise<Omit<BenchServer, 'dataDir'>> => start(['tests/bench/bare-server.ts'], {}, '/readyz');

async function start(args: readonly string[], env: Record<string, string>, readyPath: string): Promise<Omit<BenchServer, 'dataDir'>> {
  const port = await findFreePort();
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url + readyPath))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { port, url, pid: child.pid ?? 0, readyMs: performance.now() - began, stop: () => stopped(child) };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Runs a load generator in a process of its own and returns its parsed output. */
export function runLoad<T>(script: string, input: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--max-old-space-size=3000', join('tests/bench/load', script), JSON.stringify(input)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    // A character may be split between two chunks.
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(text) as T);
      else reject(new Error(`${script} ended with ${code}`));
    });
  });
}

/** Reads the CPU milliseconds and the memory of a process from /proc; NaN on other systems. */
export function readUsage(pid: number): { cpuMs: number; rssBytes: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, rssBytes: pages * 4096 };
  } catch {
    return { cpuMs: Number.NaN, rssBytes: Number.NaN };
  }
}

/** Returns the CPU milliseconds of several processes. */
export const readCpuMs = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + readUsage(pid).cpuMs, 0);

/** Reads a gauge of the server from `/metrics`; NaN if it is missing. */
export async function measureGauge(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^wenkao_${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
