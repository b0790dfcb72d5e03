import { request as httpsRequest } from 'node:https';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataFolder } from '../../tests/fixtures/data-folder.ts';
import type { App } from '../context.ts';
import { mountPages } from './routes/page-routes.ts';
import { mountAuthority } from './routes/https-page.ts';
import { readSettings } from '../settings.ts';
import { CertificateSource } from '../tls/certificate-source.ts';
import { startSecureListening, type SecureListening } from './secure-listening.ts';
import { getTlsKitFolder, makeCertificates } from '../tls/tls-kit.ts';

const html = { accept: 'text/html' };

describe('a server with TLS', () => {
  let folder: string;
  let listening: SecureListening | undefined;
  let wakeUp: () => void = () => undefined;
  const warnings: string[] = [];

  const start = async (env: Record<string, string> = {}): Promise<SecureListening> => {
    const settings = readSettings({ WENKAO_DATA: folder, PORT: '0', ...env });
    const logger = { info: () => undefined, warn: (_: object, message: string) => void warnings.push(message) };
    const certificates = await CertificateSource.open({ settings, clock: { nowMs: () => Date.now() }, logger });
    if (certificates === null) throw new Error('there is no certificate');
    const app: App = new Hono();
    app.all('/api/*', () => new Response('called'));
    mountAuthority(app, () => certificates.current);
    app.get('*', () => new Response('the application'));
    const timers = { sleep: () => new Promise<void>((resolve) => (wakeUp = resolve)) };
    listening = await startSecureListening(app, settings, certificates, { timers, logger });
    return listening;
  };

  /** Sends a request like a PC that trusts the school's certificate authority. */
  const askSecurely = async (url: string): Promise<{ body: string; names: string }> => {
    const ca = readFileSync(join(getTlsKitFolder(folder), 'ca.crt'));
    const request = httpsRequest(url, { ca, agent: false });
    request.end();
    const [response] = (await once(request, 'response')) as [
      NodeJS.ReadableStream & { socket: { getPeerCertificate(): { subjectaltname: string } } },
    ];
    const names = response.socket.getPeerCertificate().subjectaltname;
    let body = '';
    for await (const part of response) body += String(part);
    return { body, names };
  };

  beforeEach(async () => {
    folder = createDataFolder();
    warnings.length = 0;
    await makeCertificates(getTlsKitFolder(folder), ['exam.school.test', '192.168.1.10'], Date.now());
  });
  afterEach(async () => {
    await listening?.close(0);
    listening = undefined;
  });

  it('is accepted by a PC that trusts the authority, and offers the authority for download', async () => {
    const { url, tls } = await start();
    expect((await askSecurely(url)).body).toBe('the application');
    expect((await askSecurely(`${url}/ca.crt`)).body).not.toBe('the application');
    const authority = await fetch(`${tls?.plainUrl}/ca.crt`);
    expect(authority.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    expect(Buffer.from(await authority.arrayBuffer())).toEqual(tls?.certificate.authority?.raw);
  });

  it('shows a changed certificate to new connections, without a restart', async () => {
    const { url } = await start();
    expect((await askSecurely(url)).names).not.toContain('late.school.test');
    await makeCertificates(getTlsKitFolder(folder), ['late.school.test'], Date.now());
    wakeUp();
    await expect.poll(async () => (await askSecurely(url)).names).toContain('late.school.test');
  });

  it('serves only the page about HTTPS over plain HTTP', async () => {
    const { url, tls } = await start();
    const page = await fetch(`${tls?.plainUrl}/login/demo?a=1`, { headers: html });
    const text = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('请用 https:// 打开');
    expect(text).toContain('Open this system with https://');
    expect(text).not.toMatch(/<script|the application/);
    expect(text).toContain(`href="https://127.0.0.1:${new URL(url).port}/login/demo"`);
    expect(text).toContain(tls?.certificate.authority?.fingerprint256);
    expect(text).toContain(`-o &quot;%TEMP%\\wenkao-ca.crt&quot; ${tls?.plainUrl}/ca.crt`);
    expect(text.match(/<svg role="img"/g)).toHaveLength(2);
    for (const [method, path] of [
      ['POST', '/login'],
      ['GET', '/api/user/me'],
      ['POST', '/api/user/login'],
      ['PUT', '/'],
    ] as const) {
      const refused = await fetch(`${tls?.plainUrl}${path}`, { method });
      expect([refused.status, await refused.text()]).toEqual([426, '']);
    }
  });

  it('links to an address in the certificate, whatever address the browser asked for', async () => {
    const { tls } = await start();
    const { port } = new URL(tls?.plainUrl ?? '');
    const ask = async (host: string, path = '/'): Promise<string> => {
      const socket = (await import('node:net')).connect(Number(port), '127.0.0.1');
      socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      let text = '';
      for await (const part of socket) text += String(part);
      return /class="address" href="([^"]*)"/.exec(text)?.[1] ?? text;
    };
    expect(await ask('192.168.1.10')).toMatch(/^https:\/\/192\.168\.1\.10:\d+\/$/);
    expect(await ask('server')).toMatch(/^https:\/\/exam\.school\.test:\d+\/$/);
    expect(await ask('evil.test', '//evil.test/x')).toMatch(/^https:\/\/exam\.school\.test:\d+$/);
    expect(await ask('exam.school.test', '/%22%3E%3Cscript%3E')).not.toContain('<');
  });

  it('starts without the HTTPS page if its default port is taken, but not if a chosen port is', async () => {
    const portHolder = createServer().listen(0, '127.0.0.1');
    await once(portHolder, 'listening');
    const { port } = portHolder.address() as AddressInfo;
    try {
      await expect(start({ HTTP_PORT: String(port) })).rejects.toThrow(`port ${port} of 127.0.0.1 is taken: set HTTP_PORT to another one`);
      expect((await start({ HTTP_PORT: 'off' })).tls?.plainUrl).toBeNull();
      await listening?.close(0);
      const unchosen = { ...readSettings({ WENKAO_DATA: folder, PORT: '0' }), plainHttp: { port, isChosen: false } };
      const logger = { info: () => undefined, warn: (_: object, message: string) => void warnings.push(message) };
      const certificates = await CertificateSource.open({ settings: unchosen, clock: { nowMs: () => Date.now() }, logger });
      listening = await startSecureListening(new Hono(), unchosen, certificates, {
        timers: { sleep: () => new Promise(() => undefined) },
        logger,
      });
      expect(listening.tls?.plainUrl).toBeNull();
      expect(warnings).toEqual([expect.stringMatching(/the page about HTTPS is not shown: port .* is taken/)]);
    } finally {
      portHolder.close();
    }
  });
});

describe('a server without TLS', () => {
  const mount = (access: { isDirect: boolean; hasProxy: boolean }): App => {
    const app: App = new Hono();
    mountPages(app, { webDir: createDataFolder(), relay: null, access, readOtherBuild: async () => undefined });
    return app;
  };
  const ask = async (
    access: { isDirect: boolean; hasProxy: boolean },
    url: string,
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const { host } = new URL(url);
    return (await mount(access).request(url, { headers: { ...html, host, ...headers } })).text();
  };
  const isHelp = (text: string) => text.includes('Open this system with https://');
  const direct = { isDirect: true, hasProxy: false };

  it('shows other computers the page about HTTPS, with the step for the administrator', async () => {
    const text = await ask(direct, 'http://192.168.1.20:8787/login/demo');
    expect(text).toContain('href="https://192.168.1.20:8787/login/demo"');
    expect(text).toContain('wenkao tls --name');
    expect(text).not.toContain('<svg');
  });

  it('serves the application on its own machine, behind a proxy, and to programs', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(isHelp(await ask(direct, `http://${host}:8787/`))).toBe(false);
    expect(isHelp(await ask(direct, 'http://exam.test/', { 'x-forwarded-for': '10.0.0.1' }))).toBe(false);
    expect(isHelp(await ask(direct, 'http://exam.test/assets/a.js', { accept: '*/*' }))).toBe(false);
    expect(isHelp(await ask({ isDirect: true, hasProxy: true }, 'http://exam.test/'))).toBe(false);
    expect(isHelp(await ask({ isDirect: false, hasProxy: false }, 'http://exam.test/'))).toBe(false);
  });

  it('has the page about HTTPS at /use-https, linking back to the page that the browser came from', async () => {
    const text = await ask({ isDirect: false, hasProxy: true }, 'http://exam.test/use-https?from=%2Flogin%2Fdemo');
    expect(text).toContain('href="https://exam.test/login/demo"');
    expect(text).not.toContain('wenkao tls');
    expect(await ask({ isDirect: false, hasProxy: true }, 'http://exam.test/use-https?from=javascript:alert(1)')).toContain(
      'href="https://exam.test"',
    );
  });
});
