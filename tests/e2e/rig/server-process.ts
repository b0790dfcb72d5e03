import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerDatabase, type ServerDatabase } from '../../fixtures/postgres/server-database.ts';
import { clockAheadModule } from './clock-ahead.ts';
import { findFreePort } from './free-port.ts';
import { isSlow, SlowLink } from './slowness.ts';

/** Data folder with the demo data, prepared once for a test run (`fill-folder.ts`). Each server of the run starts from a copy. */
interface FilledFolder {
  readonly folder: string;
  /** Name of the database on the run's PostgreSQL server; null when the run uses SQLite. */
  readonly database: string | null;
}

const filledName = 'WENKAO_TEST_FILLED';

/** Tells every process of the run, through the environment, where the folder with the demo data is. */
export function publishFilledFolder(filled: FilledFolder): void {
  process.env[filledName] = JSON.stringify(filled);
}

/** Returns the folder with demo data that this test run has prepared; null if it has prepared none. */
const readFilledFolder = (): FilledFolder | null => {
  const told = process.env[filledName];
  return told === undefined ? null : (JSON.parse(told) as FilledFolder);
};

/** Runs a real server with a data folder of its own. It can be killed at any moment and restarted on the same port and data. */
export class BrowserTestServer {
  readonly port: number;
  /** Port that the server itself uses when a slow link occupies `port`. */
  #ownPort: number;
  #link: SlowLink | undefined;
  /** Milliseconds by which the clock is ahead from the next start on, to let days pass between two starts. */
  clockAheadMs = 0;
  /** Folder of the program that the next start runs. */
  programDir = process.cwd();
  readonly dataDir = mkdtempSync(join(tmpdir(), 'wenkao-server-'));
  /** Output of the server, for the error message when it does not start. */
  #output = '';
  #child: ChildProcess | undefined;
  #environment: Readonly<Record<string, string>>;

  /** PostgreSQL database of this server (`npm run test:e2e:postgres`); undefined if the server uses SQLite files. */
  #database: ServerDatabase | undefined;
  #hasBegun = false;

  constructor(port: number, environment: Readonly<Record<string, string>> = {}) {
    this.port = port;
    this.#ownPort = port;
    this.#environment = environment;
  }

  get databaseName(): string | undefined {
    return this.#database?.name;
  }

  /**
   * Makes a second server on the database of this one, which must have started. It gets the same keys and uploads
   * (`docs/operations.md`, "Several servers on one database").
   */
  createPeer(port: number): BrowserTestServer {
    if (!this.#database) throw new Error('only servers on PostgreSQL share a database');
    const peer = new BrowserTestServer(port, { ...this.#environment, DATABASE_URL: this.#database.url });
    copyFileSync(join(this.dataDir, 'keys.json'), join(peer.dataDir, 'keys.json'));
    symlinkSync(join(this.dataDir, 'uploads'), join(peer.dataDir, 'uploads'));
    return peer;
  }

  /** Process id of the running server; 0 if none runs. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the server and resolves when it is ready. */
  async start(): Promise<void> {
    if (isSlow && !this.#link) {
      this.#ownPort = await findFreePort();
      this.#link = new SlowLink(this.port, this.#ownPort);
    }
    if (!this.#hasBegun) await this.#begin();
    const child = spawn(process.execPath, ['--no-memory-protection-keys', join(this.programDir, 'server', 'main.ts')], {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(this.#ownPort),
        WENKAO_DATA: this.dataDir,
        // Specs create their own data and count rows, so the demo school gets no example exams and lessons.
        WENKAO_DEMO: 'bare',
        // A test run keeps many data folders in memory, so the log reserves no disk space.
        WENKAO_LOG_RESERVE_MB: '0',
        // Parsing the program takes half of a start, so compiled code is cached.
        NODE_COMPILE_CACHE: 'node_modules/.cache/node',
        ...(this.clockAheadMs !== 0 && { NODE_OPTIONS: `--import ${clockAheadModule}`, WENKAO_CLOCK_AHEAD: String(this.clockAheadMs) }),
        ...(this.#database && { DATABASE_URL: this.#database.url }),
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const hear = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-8000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server did not start:\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  /** Copies the demo data if the run has prepared it and this server has no settings of its own. A peer gets neither data nor a database. */
  async #begin(): Promise<void> {
    this.#hasBegun = true;
    if ('DATABASE_URL' in this.#environment) return;
    const filled = 'WENKAO_DEMO' in this.#environment || readdirSync(this.dataDir).length > 0 ? null : readFilledFolder();
    if (filled) await cp(filled.folder, this.dataDir, { recursive: true });
    this.#database = await createServerDatabase(filled?.database ?? null);
  }

  /** Kills the server without warning; data that was not flushed is lost. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks the server to end; resolves with its exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async dispose(): Promise<void> {
    await this.kill();
    this.#link?.close();
    rmSync(this.dataDir, { recursive: true, force: true });
    await this.#database?.drop();
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.#ownPort}/readyz`, { signal: AbortSignal.timeout(2000) })).ok;
    } catch {
      return false;
    }
  }
}
