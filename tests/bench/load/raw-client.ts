import { connect, type Socket } from 'node:net';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { HandInReceipt, syncCalls } from '../../../sync/contract/exams/sync.ts';

/** Sends prepared requests over one keep-alive connection and parses responses with as little work as possible. */
export class RawClient {
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #waiting: ((reply: RawReply) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('close', () => this.#fail?.(new Error('connection closed')));
    socket.on('error', (error) => this.#fail?.(error));
  }

  /**
   * Connects to a server on this machine. `localAddress`: address from which to connect. Without it the system finds a free port quickly; with it,
   * that takes a millisecond among thousands of connections.
   */
  static open(port: number, localAddress?: string): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', ...(localAddress !== undefined && { localAddress }) }, () =>
        resolve(new RawClient(socket)),
      );
      socket.once('error', reject);
    });
  }

  send(request: Buffer): Promise<RawReply> {
    return new Promise((resolve, reject) => {
      this.#waiting = resolve;
      this.#fail = reject;
      this.#socket.write(request);
    });
  }

  /** Sends a call that must succeed and returns its data. Throws the server's message otherwise. */
  async call<T>(request: Buffer): Promise<T> {
    const { code, msg, data } = JSON.parse((await this.send(request)).body) as { code: number; msg: string; data: T };
    if (code !== 0) throw new Error(msg);
    return data;
  }

  close(): void {
    this.#fail = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#buffer = this.#buffer.length > 0 ? Buffer.concat([this.#buffer, chunk]) : chunk;
    const end = this.#buffer.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#buffer.toString('latin1', 0, end).toLowerCase();
    const length = Number(/content-length: (\d+)/.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) throw new Error(`a reply without content-length: ${head}`);
    if (this.#buffer.length < end + 4 + length) return;
    const body = this.#buffer.toString('utf8', end + 4, end + 4 + length);
    this.#buffer = this.#buffer.subarray(end + 4 + length);
    const done = this.#waiting;
    this.#waiting = undefined;
    this.#fail = undefined;
    done?.({ status: Number(head.slice(9, 12)), body });
  }
}

export interface RawReply {
  readonly status: number;
  readonly body: string;
}

export function rawRequest(path: string, body: unknown, token?: string): Buffer {
  const text = JSON.stringify(body);
  const signedIn = token === undefined ? '' : `X-Token: ${token}\r\n`;
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${signedIn}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** Polls for news of an attempt until they contain the receipt of its hand-in. `ticket`: upload token of the attempt. */
export async function waitForReceipt(client: RawClient, ticket: string): Promise<HandInReceipt> {
  for (let [newsSeen, serverEpoch] = [0, '']; ;) {
    const poll = { ticket, newsSeen, serverEpoch, waitMs: serverEpoch === '' ? 0 : 25_000 };
    const told = await client.call<CallOutput<typeof syncCalls.pull>>(rawRequest('/api/sync/pull', poll));
    if (told.news?.receipt) return told.news.receipt;
    [newsSeen, serverEpoch] = [told.news?.version ?? newsSeen, told.serverEpoch];
  }
}

/** Returns the port of the server that examinee `n` uses. */
export const choosePort = (ports: readonly number[], n: number): number => ports[n % ports.length] ?? 0;
