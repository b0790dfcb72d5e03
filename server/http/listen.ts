import { readFileSync } from 'node:fs';
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import type { App } from '../app.ts';
import type { Settings } from '../settings.ts';
import { keepRequestPace } from './request-pace.ts';

/** Longer than the longest long poll (25 s), or a connection would be closed under a waiting client. */
const keepAliveMs = 75_000;

export interface Listening {
  readonly url: string;
  /** Takes no new connection, lets running requests end for at most `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

export async function listen(app: App, settings: Pick<Settings, 'host' | 'port' | 'tls'>): Promise<Listening> {
  const listener = getRequestListener(app.fetch);
  const answer = (...request: Parameters<typeof listener>): void => void listener(...request);
  // A large upload over a slow line takes its time; a line on which nothing moves for longer than any long poll waits is cut, and so is
  // a request that only trickles in.
  const options = { keepAliveTimeout: keepAliveMs, headersTimeout: 20_000, requestTimeout: 30 * 60_000 };
  const server: Server = settings.tls
    ? createHttps({ ...options, cert: readFileSync(settings.tls.certFile), key: readFileSync(settings.tls.keyFile) }, answer)
    : createHttp(options, answer);
  server.setTimeout(keepAliveMs);
  keepRequestPace(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new Error(`port ${settings.port} of ${settings.host} is taken: set PORT to another one`, { cause: error }) : error);
    });
    server.listen(settings.port, settings.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${settings.tls ? 'https' : 'http'}://${reachableHost(settings.host)}:${port}`,
    close: (graceMs) => closeServer(server, graceMs),
  };
}

/** The host part of an address that a browser can open: of a server that listens on all addresses, one of this machine. */
export function reachableHost(host: string, interfaces = networkInterfaces()): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const outside = Object.values(interfaces).flatMap((each) => each ?? []);
  return outside.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost';
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // Closing drops only what is idle at that moment; a connection whose last answer is on its way turns idle after.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
  });
}
