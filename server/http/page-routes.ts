import type { App } from '../app.ts';
import { pageHeaders } from './page-headers.ts';
import { staticFiles } from './static-files.ts';

/** Everything outside /api: the built web application. */
export function mountPages(app: App, webDir: string): void {
  const files = staticFiles(webDir);
  app.all('*', async (c) => {
    const answer = await files({ path: c.req.path, headers: c.req.raw.headers, method: c.req.method });
    return answer ?? new Response('Not found', { status: 404, headers: { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' } });
  });
}
