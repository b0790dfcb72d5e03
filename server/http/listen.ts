import { readFileSync } from 'node:fs';
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import type { App } from '../app.ts';
import type { Settings } from '../settings.ts';
import { createAddressTest } from './client-address.ts';
import { ConnectionLimits, limitConnections, readOpenFilesLimit } from './limits/connection-limits.ts';
import { limitRequestPace } from './limits/request-pace.ts';

/** Longer than the longest long poll (25 s). Otherwise a connection would be closed under a waiting client. */
const keepAliveMs = 75_000;

type ListenSettings = Pick<Settings, 'host' | 'port' | 'tls'> & Partial<Pick<Settings, 'trustProxy'>>;

export interface ListeningServer {
  readonly url: string;
  /** Stops accepting connections, lets running requests finish for at most `graceMs` milliseconds, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/** Starts the HTTP or HTTPS server. Throws with a message for the operator if the port is taken. */
export async function startListening(app: App, settings: ListenSettings): Promise<ListeningServer> {
  const listener = getRequestListener(app.fetch);
  const answer = (...request: Parameters<typeof listener>): void => void listener(...request);
  // A large upload over a slow line takes long. A connection idle for longer than any long poll is cut, as is a request that trickles in.
  const options = { keepAliveTimeout: keepAliveMs, headersTimeout: 20_000, requestTimeout: 30 * 60_000 };
  const server: Server = settings.tls
    ? createHttps({ ...options, cert: readFileSync(settings.tls.certFile), key: readFileSync(settings.tls.keyFile) }, answer)
    : createHttp(options, answer);
  server.setTimeout(keepAliveMs);
  limitRequestPace(server);
  limitConnections(server, new ConnectionLimits({ files: readOpenFilesLimit(), isProxy: createAddressTest(settings.trustProxy ?? []) }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new Error(`port ${settings.port} of ${settings.host} is taken: set PORT to another one`, { cause: error }) : error);
    });
    server.listen(settings.port, settings.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${settings.tls ? 'https' : 'http'}://${getReachableHost(settings.host)}:${port}`,
    close: (graceMs) => closeServer(server, graceMs),
  };
}

/** Returns a host that a browser can open: for a server that listens on all addresses, an address of this machine. */
export function getReachableHost(host: string, interfaces = networkInterfaces()): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const outside = Object.values(interfaces).flatMap((each) => each ?? []);
  return outside.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost';
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // `close` drops only connections idle at that moment. A connection becomes idle once its last response is sent, so repeat.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
  });
}
