import type { App } from '../../context.ts';
import { answerWithoutHttps, type PlainHttpAccess } from './https-page.ts';
import { getPageHeaders } from './page-headers.ts';
import { createStaticFiles, type ReadOtherBuild } from './static-files.ts';

const notFound =
  '<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>404</title><p>没有这个文件。</p><p lang="en">There is no such file.</p></html>\n';

interface PageOptions {
  /** Folder of the built web application. */
  readonly webDir: string;
  /** Address of the exam rooms' relay, to which the pages may connect; null if there is none. */
  readonly relay: string | null;
  readonly access: PlainHttpAccess;
  readonly readOtherBuild: ReadOtherBuild;
}

/**
 * Serves the built web application at every path outside /api. A browser that cannot run it, because it came over plain HTTP, gets the page that
 * explains HTTPS.
 */
export function mountPages(app: App, { webDir, relay, access, readOtherBuild }: PageOptions): void {
  const headers = getPageHeaders(relay);
  const files = createStaticFiles(webDir, headers, readOtherBuild);
  app.all('*', async (c) => {
    const answer =
      (await answerWithoutHttps(c, access)) ?? (await files({ path: c.req.path, headers: c.req.raw.headers, method: c.req.method }));
    return answer ?? new Response(notFound, { status: 404, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
  });
}
