import type { App } from '../context.ts';
import { createPlainHttpApp } from './routes/https-page.ts';
import { startListening, type ListeningServer } from './listen.ts';
import type { Logger, ServerTimers } from '../ports.ts';
import type { Settings } from '../settings.ts';
import type { CertificateSource } from '../tls/certificate-source.ts';
import type { ServerCertificate } from '../tls/server-certificate.ts';

export interface SecureListening extends Pick<ListeningServer, 'url' | 'close'> {
  /** Certificate of the HTTPS server, and address of the plain HTTP page; null if the server runs without HTTPS. */
  readonly tls: {
    readonly certificate: ServerCertificate;
    /** Address of the plain HTTP page that explains HTTPS; null if the page is off, or if its default port could not be opened. */
    readonly plainUrl: string | null;
  } | null;
}

/**
 * Starts an HTTPS server and, on a plain HTTP port, the page that explains HTTPS. Without `certificates`, starts a plain HTTP server alone. Switches
 * to renewed certificates. Throws an error of one sentence if a port can't be opened; if that is the default plain port, it only logs this.
 */
export async function startSecureListening(
  app: Pick<App, 'fetch'>,
  settings: Settings,
  certificates: CertificateSource | null,
  { timers, logger }: { readonly timers: ServerTimers; readonly logger: Pick<Logger, 'warn'> },
): Promise<SecureListening> {
  if (certificates === null) {
    const { url, close } = await startListening(app, settings);
    return { url, close, tls: null };
  }
  const secure = await startListening(app, settings, { certificate: certificates.current });
  let plain: ListeningServer | null;
  try {
    plain = await startPlain(Number(new URL(secure.url).port || 443));
  } catch (error) {
    await secure.close(0);
    throw error;
  }
  const stopWatching = certificates.watch(timers, secure.useCertificate);
  return {
    url: secure.url,
    tls: { certificate: certificates.current, plainUrl: plain?.url ?? null },
    close: async (graceMs) => {
      stopWatching();
      await Promise.all([secure.close(graceMs), plain?.close(graceMs)]);
    },
  };

  async function startPlain(securePort: number): Promise<ListeningServer | null> {
    if (settings.plainHttp === null || certificates === null) return null;
    const { port, isChosen } = settings.plainHttp;
    const pages = createPlainHttpApp(securePort, () => certificates.current);
    try {
      return await startListening(pages, { ...settings, port }, { portSetting: 'HTTP_PORT' });
    } catch (error) {
      if (isChosen) throw error;
      logger.warn({}, `the page about HTTPS is not shown: ${(error as Error).message}`);
      return null;
    }
  }
}
