import { timingSafeEqual } from 'node:crypto';
import { relayKeyPath } from '../../../sync/contract/exams/relay.ts';
import type { HttpContext } from '../call-context.ts';
import { isForwarded, isLoopbackAddress, getSocketAddress } from '../client-address.ts';
import { pageHeaders } from './page-headers.ts';
import { buildOpenApiDocument } from './openapi.ts';
import type { App } from '../../context.ts';

export interface ServiceDeps {
  readonly version: string;
  readonly stopping: AbortSignal;
  /** Returns null if requests can be served, else the reason. */
  readonly notReadyBecause: () => Promise<string | null>;
  /** Returns the current figures for `/metrics`, by name. */
  readonly gauges?: () => Readonly<Record<string, number>>;
  /** Public part of the key that signs upload tokens. Relays fetch it. */
  readonly relayKey?: Readonly<Record<string, string>>;
  /** Token that other machines need for `/metrics`. If it is '', metrics are served only to this machine. */
  readonly metricsToken: string;
}

/** Mounts the routes for machines: health, readiness, metrics and the OpenAPI document. */
export function mountServiceRoutes(app: App, deps: ServiceDeps): void {
  let document: string | undefined;
  app.get('/healthz', () => createJsonResponse(200, '{"status":"ok"}'));
  app.get('/readyz', async () => {
    const reason = deps.stopping.aborted ? 'stopping' : await deps.notReadyBecause();
    return reason === null
      ? createJsonResponse(200, '{"status":"ready"}')
      : createJsonResponse(503, JSON.stringify({ status: 'notReady', reason }));
  });
  app.get('/metrics', (c) => {
    if (!maySeeFigures(c, deps.metricsToken)) return createJsonResponse(403, '{"status":"forbidden"}');
    const lines = Object.entries(deps.gauges?.() ?? {}).map(([name, value]) => `# TYPE wenkao_${name} gauge\nwenkao_${name} ${value}\n`);
    return new Response(lines.join(''), {
      headers: { ...pageHeaders, 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' },
    });
  });
  app.get(relayKeyPath, () => createJsonResponse(200, JSON.stringify(deps.relayKey ?? null)));
  app.get('/api/openapi.json', () => createJsonResponse(200, (document ??= JSON.stringify(buildOpenApiDocument(deps.version)))));
}

/** Allows metrics with the token, or from this machine directly. A request through a local proxy may come from anywhere. */
function maySeeFigures(c: HttpContext, metricsToken: string): boolean {
  const receivedToken = Buffer.from((c.req.header('authorization') ?? '').replace(/^Bearer /, ''));
  const token = Buffer.from(metricsToken);
  if (token.length > 0 && receivedToken.length === token.length && timingSafeEqual(receivedToken, token)) return true;
  return !isForwarded(c) && isLoopbackAddress(getSocketAddress(c));
}

const createJsonResponse = (status: number, body: string): Response =>
  new Response(body, {
    status,
    headers: { ...pageHeaders, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
