import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import type { App } from '../context.ts';
import { syncCalls } from '../../sync/contract/exams/sync.ts';
import type { Settings } from '../settings.ts';
import type { ServerCertificate } from '../tls/server-certificate.ts';
import { ConnectionLimits, limitConnections } from './limits/connection-limits.ts';
import { acceptBacklog, readMachineLimits } from './limits/machine-limits.ts';
import { PollPacer } from './limits/poll-pacer.ts';
import { limitRequestPace } from './limits/request-pace.ts';

/** Longer than the longest long poll (25 s). Otherwise a connection would be closed under a waiting client. */
const keepAliveMs = 75_000;

const pollPath = `/api${syncCalls.pull.path}`;

type ListenSettings = Pick<Settings, 'host' | 'port'>;

export interface ListeningServer {
  readonly url: string;
  /** Makes new connections use another certificate. Has no effect on a server that was started without one. */
  useCertificate(certificate: ServerCertificate): void;
  /** Stops accepting connections, lets running requests finish for at most `graceMs` milliseconds, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/**
 * Starts an HTTPS server with `certificate`, or an HTTP server without one. Throws with a message for the operator if the port is taken
 * or not allowed; the message names `portSetting`.
 */
export async function startListening(
  app: Pick<App, 'fetch'>,
  settings: ListenSettings,
  { certificate = null, portSetting = 'PORT' }: { readonly certificate?: ServerCertificate | null; readonly portSetting?: string } = {},
): Promise<ListeningServer> {
  const listener = getRequestListener(app.fetch);
  const polls = new PollPacer();
  const answer = (...[request, response]: Parameters<typeof listener>): void => {
    if (request.url !== pollPath) return void listener(request, response);
    polls.begin(() => {
      // The client may have left while the poll waited to begin.
      if (!response.destroyed) void listener(request, response);
    });
  };
  // The limit for a whole request is long, because a large upload may come over a slow line. Connections that are idle for longer than any long poll
  // are closed. `limitRequestPace` cuts requests that arrive too slowly.
  const options = { keepAliveTimeout: keepAliveMs, headersTimeout: 20_000, requestTimeout: 30 * 60_000 };
  const secure: HttpsServer | null = certificate === null ? null : createHttps({ ...options, ...getSecureContext(certificate) }, answer);
  const server: Server = secure ?? createHttp(options, answer);
  server.setTimeout(keepAliveMs);
  limitRequestPace(server);
  limitConnections(server, new ConnectionLimits(readMachineLimits().connections));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = explainFault(error.code ?? '', settings, portSetting);
      reject(message === null ? error : new Error(message, { cause: error }));
    });
    server.listen({ port: settings.port, host: settings.host, backlog: acceptBacklog }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${secure ? 'https' : 'http'}://${getReachableHost(settings.host)}:${port}`,
    useCertificate: (next) => secure?.setSecureContext(getSecureContext(next)),
    close: (graceMs) => closeServer(server, graceMs),
  };
}

/** Returns a sentence that tells the operator which setting of the address or port to change, or null if the fault has another cause. */
function explainFault(code: string, { host, port }: ListenSettings, portSetting: string): string | null {
  const portReason = { EADDRINUSE: 'is taken', EACCES: 'needs more rights' }[code];
  if (portReason !== undefined) return `port ${port} of ${host} ${portReason}: set ${portSetting} to another one`;
  // `listen` resolves the host name first, so its error may also mean that the name is unknown.
  return ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)
    ? `${host} is no address of this machine: set HOST to one of its addresses, or to 0.0.0.0 for all of them`
    : null;
}

const getSecureContext = ({ cert, key }: ServerCertificate) => ({ cert, key });

/** Returns a host that a browser can open: for a server that listens on all addresses, an address of this machine. */
export function getReachableHost(host: string, interfaces = networkInterfaces()): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const outside = Object.values(interfaces).flatMap((each) => each ?? []);
  return outside.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost';
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutTimer = setTimeout(() => server.closeAllConnections(), graceMs);
    // `close` drops only connections idle at that moment. A connection becomes idle once its last response is sent, so repeat.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cutTimer);
      clearInterval(sweep);
      resolve();
    });
  });
}
