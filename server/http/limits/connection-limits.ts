import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type AddressTest, stripIpv4Prefix, getRateLimitUnit } from '../client-address.ts';

/** Memory for more connections than this is not there on the servers that schools have. */
const mostConnections = 20_000;
/** A PC keeps a poll, pushes and a few loads open. More connections of one account or attempt count as those of strangers. */
const mostOfCaller = 32;

type Line = Pick<Socket, 'remoteAddress' | 'destroy'>;

interface Connection {
  readonly line: Line;
  readonly place: string;
  /** The account or attempt that a call on it has proven; '' for a stranger's. */
  caller: string;
}

/** Returns how many files this process may open, as the system limits it. Where that cannot be read, few are assumed. */
export function readOpenFilesLimit(read: () => string = () => readFileSync('/proc/self/limits', 'utf8')): number {
  try {
    const limit = /^Max open files\s+(\d+|unlimited)/m.exec(read())?.[1];
    return limit === undefined ? 1024 : limit === 'unlimited' ? Infinity : Number(limit);
  } catch {
    return 1024;
  }
}

/**
 * Bounds the open connections, so that the process keeps files for its databases. A connection on which a call has proven an account or an
 * attempt is known. Over a limit the stranger that has been quiet the longest is closed: of its own address where that has too many, else of
 * the address with the most. So polls and pushes of an exam stay, and a school behind one address is not counted against its own PCs.
 */
export class ConnectionLimits {
  readonly #most: number;
  readonly #mostOfPlace: number;
  readonly #isProxy: AddressTest;
  readonly #all = new Map<Line, Connection>();
  /** Strangers of an address, the one that has been quiet the longest first. */
  readonly #strangers = new Map<string, Set<Connection>>();
  readonly #callers = new Map<string, number>();

  /**
   * `files`: limit of open files of the process; a quarter is reserved for databases and uploads. `isProxy`: true for a proxy, whose connections
   * carry the requests of other clients.
   */
  constructor({ files, isProxy }: { files: number; isProxy: AddressTest }) {
    this.#most = Math.min(mostConnections, Math.floor((files * 3) / 4));
    this.#mostOfPlace = Math.floor(this.#most / 4);
    this.#isProxy = isProxy;
  }

  get open(): number {
    return this.#all.size;
  }

  opened(line: Line): void {
    const address = stripIpv4Prefix(line.remoteAddress ?? '');
    const place = getRateLimitUnit(address);
    const connection = { line, place, caller: '' };
    this.#all.set(line, connection);
    this.#addStranger(connection);
    const ofPlace = this.#strangers.get(place);
    if (!this.#isProxy(address) && ofPlace !== undefined && ofPlace.size > this.#mostOfPlace) this.#cut(ofPlace);
    if (this.#all.size > this.#most) this.#cut(this.#largestPlace());
  }

  /** Notes that a request has come on it. */
  used(line: Line): void {
    const connection = this.#all.get(line);
    if (connection?.caller !== '') return;
    const ofPlace = this.#strangers.get(connection.place);
    ofPlace?.delete(connection);
    ofPlace?.add(connection);
  }

  /** Notes that a call on it has proven an account or an attempt. */
  proven(line: Line, caller: string): void {
    const connection = this.#all.get(line);
    const known = this.#callers.get(caller) ?? 0;
    if (connection?.caller !== '' || known >= mostOfCaller) return;
    this.#removeStranger(connection);
    connection.caller = caller;
    this.#callers.set(caller, known + 1);
  }

  closed(line: Line): void {
    const connection = this.#all.get(line);
    if (connection === undefined) return;
    this.#all.delete(line);
    if (connection.caller === '') return this.#removeStranger(connection);
    const left = (this.#callers.get(connection.caller) ?? 1) - 1;
    if (left > 0) this.#callers.set(connection.caller, left);
    else this.#callers.delete(connection.caller);
  }

  #addStranger(connection: Connection): void {
    const ofPlace = this.#strangers.get(connection.place);
    if (ofPlace) ofPlace.add(connection);
    else this.#strangers.set(connection.place, new Set([connection]));
  }

  #removeStranger(connection: Connection): void {
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

/** The limits and the line that a request's socket stands for: under TLS, the connection below it. */
const linesOf = new WeakMap<object, { readonly limits: ConnectionLimits; readonly line: Line }>();

/** Tells the limits that a call on this socket has proven an account or an attempt. */
export function proveConnection(socket: object | undefined, caller: string): void {
  const found = socket && linesOf.get(socket);
  found?.limits.proven(found.line, caller);
}

/** Watches every connection of a server. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  /** TLS gives a socket of its own above each connection; address and port tell which. */
  const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress ?? ''} ${remotePort ?? 0}`;
  const byEnd = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const end = endOf(socket);
    byEnd.set(end, socket);
    linesOf.set(socket, { limits, line: socket });
    socket.once('close', () => {
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
