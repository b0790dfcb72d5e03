import { pageHeaders } from './page-headers.ts';
import { openApiDocument } from './openapi.ts';
import type { App } from '../app.ts';

export interface ServiceDeps {
  readonly version: string;
  readonly stopping: AbortSignal;
  /** Null when requests can be served, else what is missing. */
  readonly notReadyBecause: () => string | null;
  /** Name → value now, for `/metrics`. */
  readonly gauges?: () => Readonly<Record<string, number>>;
}

/** What machines ask: alive, ready, and the contract's document. */
export function mountServiceRoutes(app: App, deps: ServiceDeps): void {
  let document: string | undefined;
  app.get('/healthz', () => answer(200, '{"status":"ok"}'));
  app.get('/readyz', () => {
    const reason = deps.stopping.aborted ? 'stopping' : deps.notReadyBecause();
    return reason === null ? answer(200, '{"status":"ready"}') : answer(503, JSON.stringify({ status: 'notReady', reason }));
  });
  app.get('/metrics', () => {
    const lines = Object.entries(deps.gauges?.() ?? {}).map(([name, value]) => `# TYPE wenkao_${name} gauge\nwenkao_${name} ${value}\n`);
    return new Response(lines.join(''), {
      headers: { ...pageHeaders, 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' },
    });
  });
  app.get('/api/openapi.json', () => answer(200, (document ??= JSON.stringify(openApiDocument(deps.version)))));
}

const answer = (status: number, body: string): Response =>
  new Response(body, {
    status,
    headers: { ...pageHeaders, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
