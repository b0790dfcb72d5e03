import type { X509Certificate } from 'node:crypto';
import { Hono } from 'hono';
import { html } from 'hono/html';
import encodeQR from 'qr';
import type { App } from '../../context.ts';
import type { ServerCertificate } from '../../tls/server-certificate.ts';
import type { HttpContext } from '../call-context.ts';
import { isForwarded } from '../client-address.ts';
import { httpsPageTexts, type HttpsPageTexts } from './https-page-texts.ts';
import { pageHeaders } from './page-headers.ts';

/**
 * Path of the page that explains how to open the application by HTTPS. `public/boot.js` sends browsers there that opened the application over plain
 * HTTP.
 */
export const httpsPagePath = '/use-https';
export const authorityPath = '/ca.crt';

/** Markup that `hono/html` has escaped. */
type Markup = ReturnType<typeof html>;

interface HttpsPage {
  /** HTTPS address that the reader should open, such as `https://exam.school.cn:8443/login/demo`. */
  readonly secureUrl: string;
  /** Address of the root certificate; null if this server has none to offer. */
  readonly authority: { readonly url: string; readonly fingerprint: string } | null;
  /** False if, as far as this server knows, no HTTPS server answers at `secureUrl`. */
  readonly isConfigured: boolean;
}

/** Headers of a page without scripts: without `script-src`, the policy allows none. */
const headers = {
  ...pageHeaders,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
};

const style = html`<style>
  :root {
    color-scheme: light dark;
    --line: color-mix(in srgb, currentColor 18%, transparent);
    --accent: light-dark(#1d4f91, #8fb8ee);
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    font:
      1rem/1.7 system-ui,
      'Microsoft YaHei',
      sans-serif;
  }
  main {
    max-width: 60rem;
    margin: 0 auto;
    padding: 2.5rem 1.25rem 3rem;
  }
  section + section {
    margin-top: 3rem;
    padding-top: 2.5rem;
    border-top: 1px solid var(--line);
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    gap: 2rem;
    align-items: flex-start;
  }
  .top > :first-child {
    flex: 1 1 22rem;
  }
  h1 {
    margin: 0 0 0.75rem;
    font-size: 1.75rem;
    line-height: 1.3;
  }
  h2 {
    margin: 2rem 0 0.5rem;
    font-size: 1.125rem;
  }
  p {
    margin: 0 0 0.75rem;
  }
  a {
    color: var(--accent);
  }
  .address {
    display: inline-block;
    font-size: 1.25rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .button {
    display: inline-block;
    padding: 0.5rem 1rem;
    border: 1px solid currentColor;
    border-radius: 0.5rem;
    text-decoration: none;
    font-weight: 600;
  }
  figure {
    margin: 0;
    width: 10.5rem;
    font-size: 0.875rem;
    line-height: 1.4;
    text-align: center;
  }
  figure svg {
    display: block;
    width: 100%;
    margin-bottom: 0.5rem;
    border-radius: 0.5rem;
    background: #fff;
  }
  details {
    border-top: 1px solid var(--line);
  }
  details:last-of-type {
    border-bottom: 1px solid var(--line);
  }
  summary {
    padding: 0.625rem 0;
    font-weight: 600;
    cursor: pointer;
  }
  ol {
    margin: 0 0 1rem;
    padding-left: 1.5rem;
  }
  code {
    font:
      0.875rem/1.6 ui-monospace,
      Consolas,
      monospace;
    overflow-wrap: anywhere;
  }
  li > code {
    display: block;
    padding: 0.25rem 0.625rem;
    border-radius: 0.375rem;
    background: color-mix(in srgb, currentColor 8%, transparent);
  }
  li:has(> code) {
    list-style: none;
  }
  @media (max-width: 30rem) {
    figure {
      display: none;
    }
  }
  .quiet {
    font-size: 0.875rem;
    opacity: 0.8;
  }
</style>`;

function renderQr(text: string, label: string): Markup {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  const box = `0 0 ${rows.length} ${rows.length}`;
  return html`<svg role="img" aria-label="${label}" viewBox="${box}" shape-rendering="crispEdges"><path d="${path}" fill="#000" /></svg>`;
}

function renderAuthority(texts: HttpsPageTexts, { url, fingerprint }: NonNullable<HttpsPage['authority']>): Markup {
  const step = (text: string): Markup =>
    text.startsWith('$ ') ? html`<li><code>${text.slice(2).replace('{file}', url)}</code></li>` : html`<li>${text}</li>`;
  return html`<h2>${texts.certificate.title}</h2>
    <p>${texts.certificate.about}</p>
    <p><a class="button" href="${authorityPath}" download="ca.crt">${texts.certificate.download}</a></p>
    <p class="quiet">${texts.certificate.fingerprint} <code>${fingerprint}</code></p>
    ${texts.devices.map(
      ({ device, steps }, at) =>
        html`<details ${at === 0 ? 'open' : ''}>
          <summary>${device}</summary>
          <ol>
            ${steps.map(step)}
          </ol>
        </details>`,
    )}`;
}

function renderSection(language: keyof typeof httpsPageTexts, { secureUrl, authority, isConfigured }: HttpsPage): Markup {
  const texts = httpsPageTexts[language];
  return html`<section lang="${language}">
    <div class="top">
      <div>
        <h1>${texts.title}</h1>
        <p>${texts.reason}</p>
        <p>${texts.address}</p>
        <p><a class="address" href="${secureUrl}">${secureUrl}</a></p>
        <p>${texts.help}</p>
      </div>
      ${
        isConfigured
          ? html`<figure>
              ${renderQr(new URL(secureUrl).origin, texts.scan)}
              <figcaption>${texts.scan}</figcaption>
            </figure>`
          : ''
      }
    </div>
    ${authority === null ? '' : renderAuthority(texts, authority)} ${isConfigured ? '' : html`<p class="quiet">${texts.administrator}</p>`}
  </section>`;
}

async function answerHttpsPage(page: HttpsPage, method: string): Promise<Response> {
  const body = await html`<!doctype html>
    <html lang="zh-CN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${httpsPageTexts['zh-CN'].title}</title>
        ${style}
      </head>
      <body>
        <main>${renderSection('zh-CN', page)}${renderSection('en', page)}</main>
      </body>
    </html>`;
  return new Response(method === 'HEAD' ? null : String(body), { headers });
}

/** Answers with the root certificate in DER form, which Windows, Android and iPadOS can install. */
const answerAuthority = (authority: X509Certificate): Response =>
  new Response(new Uint8Array(authority.raw), {
    headers: { ...headers, 'content-type': 'application/x-x509-ca-cert', 'content-disposition': 'attachment; filename="ca.crt"' },
  });

/** Mounts the root certificate at `/ca.crt`, if the server's certificate file holds it. */
export function mountAuthority(app: App, getCertificate: () => ServerCertificate): void {
  app.get(authorityPath, (c) => {
    const { authority } = getCertificate();
    return authority === null ? c.notFound() : answerAuthority(authority);
  });
}

/**
 * Makes the application that answers on the plain HTTP port beside an HTTPS server. It serves the page that explains HTTPS at every path, and the
 * root certificate, but no call, so that no password or session travels unencrypted. `securePort`: port of the HTTPS server.
 */
export function createPlainHttpApp(securePort: number, getCertificate: () => ServerCertificate): App {
  const app: App = new Hono();
  mountAuthority(app, getCertificate);
  app.all('*', (c) => {
    const isPage = ['GET', 'HEAD'].includes(c.req.method) && !c.req.path.startsWith('/api/');
    if (!isPage)
      return new Response(null, { status: 426, headers: { ...pageHeaders, upgrade: 'TLS/1.2, HTTP/1.1', connection: 'upgrade' } });
    const { names, authority } = getCertificate();
    const hostname = readHostname(c.req.header('host'));
    const origin = formatOrigin(names.includes(hostname) ? hostname : (names[0] ?? hostname), securePort);
    const url = `http://${c.req.header('host') ?? hostname}${authorityPath}`;
    return answerHttpsPage(
      {
        secureUrl: joinPath(origin, c.req.path),
        authority: authority === null ? null : { url, fingerprint: authority.fingerprint256 },
        isConfigured: true,
      },
      c.req.method,
    );
  });
  return app;
}

/** How browsers reach a server without a certificate of its own. */
export interface PlainHttpAccess {
  /** True if other machines reach this server directly, over plain HTTP. Their browsers then refuse functions that the application needs. */
  readonly isDirect: boolean;
  /** True if a proxy stands in front (`TRUST_PROXY`), where TLS ends. */
  readonly hasProxy: boolean;
}

/**
 * Answers a page that a browser on another machine asks for over plain HTTP with the page that explains HTTPS. Returns null if the application can
 * run, or finds out by itself that it cannot (`public/boot.js`).
 */
export function answerWithoutHttps(c: HttpContext, { isDirect, hasProxy }: PlainHttpAccess): Promise<Response> | null {
  const { method, path } = c.req;
  const isHelp = path === httpsPagePath;
  const wantsPage = method === 'GET' && c.req.header('accept')?.includes('text/html') === true;
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(readHostname(c.req.header('host')));
  if (!isHelp && (!isDirect || hasProxy || !wantsPage || isLocal || isForwarded(c))) return null;
  const origin = `https://${c.req.header('host') ?? 'localhost'}`;
  const secureUrl = joinPath(origin, isHelp ? (c.req.query('from') ?? '/') : path);
  return answerHttpsPage({ secureUrl, authority: null, isConfigured: hasProxy }, method);
}

/** Returns the host name of a `Host` header, without port and brackets; `localhost` if the header is malformed. */
const readHostname = (host = ''): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : 'localhost';

const formatOrigin = (host: string, port: number): string =>
  `https://${host.includes(':') ? `[${host}]` : host}${port === 443 ? '' : `:${port}`}`;

/** Returns the address of a path of this origin; that of the origin if the path leads elsewhere (`//other`). */
function joinPath(origin: string, path: string): string {
  if (!URL.canParse(path, origin)) return origin;
  const url = new URL(path, origin);
  return url.origin === new URL(origin).origin ? url.href : origin;
}
