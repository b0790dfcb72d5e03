import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { stripIpv4Prefix, getRateLimitUnit } from '../client-address.ts';

/**
 * Most open connections of strangers: no call on them has proven an account or an attempt yet. They take about 200 MB of memory. The other
 * connections are limited by the number of examinees and accounts.
 */
const mostStrangers = 20_000;
/**
 * Most connections of one account or attempt that count as known. A PC keeps a poll, pushes and a few loads open. Further connections count as those
 * of strangers.
 */
const mostOfCaller = 32;

type Line = Pick<Socket, 'remoteAddress' | 'destroy'>;

interface Connection {
  readonly line: Line;
  readonly place: string;
  /** The account or attempt that a call on this connection has proven; '' for the connection of a stranger. */
  caller: string;
}

/**
 * Bounds the open connections, so that the process keeps file handles for its databases. A connection on which a call has proven an account or an
 * attempt is known; every other one is a stranger's. Over a limit, the stranger that has been quiet the longest is closed, of the address with
 * the most strangers. So polls and pushes of an exam stay, a school may reconnect all its PCs at once behind one address, and a flood from one
 * address closes its own connections.
 */
export class ConnectionLimits {
  readonly #most: number;
  readonly #mostStrangers: number;
  readonly #all = new Map<Line, Connection>();
  /** Connections of strangers by address, the longest unused first. */
  readonly #strangers = new Map<string, Set<Connection>>();
  #strangerCount = 0;
  readonly #callers = new Map<string, number>();

  /** `most`: connections of all kinds; `strangers`: most connections of strangers among them. */
  constructor(most: number, strangers = mostStrangers) {
    this.#most = most;
    this.#mostStrangers = strangers;
  }

  get open(): number {
    return this.#all.size;
  }

  opened(line: Line): void {
    const place = getRateLimitUnit(stripIpv4Prefix(line.remoteAddress ?? ''));
    const connection = { line, place, caller: '' };
    this.#all.set(line, connection);
    this.#addStranger(connection);
    if (this.#all.size > this.#most || this.#strangerCount > this.#mostStrangers) this.#cut(this.#largestPlace());
  }

  /** Records that a request has come on this connection, so that it is not the next one to be closed. */
  used(line: Line): void {
    const connection = this.#all.get(line);
    if (connection?.caller !== '') return;
    const ofPlace = this.#strangers.get(connection.place);
    ofPlace?.delete(connection);
    ofPlace?.add(connection);
  }

  /** Records that a call on this connection has proven an account or an attempt. */
  setCaller(line: Line, caller: string): void {
    const connection = this.#all.get(line);
    const openCount = this.#callers.get(caller) ?? 0;
    if (connection?.caller !== '' || openCount >= mostOfCaller) return;
    this.#removeStranger(connection);
    connection.caller = caller;
    this.#callers.set(caller, openCount + 1);
  }

  closed(line: Line): void {
    const connection = this.#all.get(line);
    if (connection === undefined) return;
    this.#all.delete(line);
    if (connection.caller === '') return this.#removeStranger(connection);
    const remaining = (this.#callers.get(connection.caller) ?? 1) - 1;
    if (remaining > 0) this.#callers.set(connection.caller, remaining);
    else this.#callers.delete(connection.caller);
  }

  #addStranger(connection: Connection): void {
    this.#strangerCount += 1;
    const ofPlace = this.#strangers.get(connection.place);
    if (ofPlace) ofPlace.add(connection);
    else this.#strangers.set(connection.place, new Set([connection]));
  }

  #removeStranger(connection: Connection): void {
    this.#strangerCount -= 1;
    const ofPlace = this.#strangers.get(connection.place);
    ofPlace?.delete(connection);
    if (ofPlace?.size === 0) this.#strangers.delete(connection.place);
  }

  #largestPlace(): Set<Connection> | undefined {
    let largest: Set<Connection> | undefined;
    for (const ofPlace of this.#strangers.values()) if (ofPlace.size > (largest?.size ?? 0)) largest = ofPlace;
    return largest;
  }

  #cut(strangers: Set<Connection> | undefined): void {
    const [oldest] = strangers ?? [];
    if (oldest === undefined) return;
    this.closed(oldest.line);
    oldest.line.destroy();
  }
}

/** Limits and TCP connection of each socket that requests come on. A TLS socket lies above its TCP connection. */
const linesOf = new WeakMap<object, { readonly limits: ConnectionLimits; readonly line: Line }>();

/** Records that a call on this socket has proven an account or an attempt. */
export function proveConnection(socket: object | undefined, caller: string): void {
  const found = socket && linesOf.get(socket);
  found?.limits.setCaller(found.line, caller);
}

/** Applies the limits to every connection of a server. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  /** Returns the remote address and port, which tell the TCP connection below a TLS socket. */
  const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress ?? ''} ${remotePort ?? 0}`;
  const byEnd = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const end = endOf(socket);
    byEnd.set(end, socket);
    linesOf.set(socket, { limits, line: socket });
    socket.on('close', () => {
      limits.closed(socket);
      if (byEnd.get(end) === socket) byEnd.delete(end);
    });
    limits.opened(socket);
  });
  server.on('secureConnection', (socket: Socket) => {
    const line = byEnd.get(endOf(socket));
    if (line !== undefined) linesOf.set(socket, { limits, line });
  });
  server.on('request', ({ socket }) => {
    const found = linesOf.get(socket);
    if (found) limits.used(found.line);
  });
}
