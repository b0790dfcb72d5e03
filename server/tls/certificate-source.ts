import { createHash } from 'node:crypto';
import type { Logger, ServerClock, ServerTimers } from '../ports.ts';
import type { Settings } from '../settings.ts';
import { findTlsKit, getTlsKitFolder, renewCertificates } from './tls-kit.ts';
import { readServerCertificate, type CertificateFiles, type ServerCertificate } from './server-certificate.ts';

const checkEveryMs = 60_000;
/** Interval (ms) at which a certificate that can't be renewed is logged again. */
const repeatWarningMs = 86_400_000;
const warnBeforeMs = 30 * 86_400_000;

export interface CertificateSourceDeps {
  readonly settings: Pick<Settings, 'tls' | 'dataDir'>;
  readonly clock: ServerClock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** The certificate of a running server: read at the start, renewed, and read again when its files change. */
export class CertificateSource {
  readonly #deps: CertificateSourceDeps;
  readonly #files: CertificateFiles;
  #current: ServerCertificate;
  readonly #warned = new Map<string, number>();

  private constructor(deps: CertificateSourceDeps, files: CertificateFiles, current: ServerCertificate) {
    this.#deps = deps;
    this.#files = files;
    this.#current = current;
  }

  /**
   * Opens the certificate files that the settings name, or else the school's own in the data folder (`npm run tls`). Null means that there is no
   * certificate, so that the server uses plain HTTP. Throws an error of one sentence if the files are unusable.
   */
  static async open(deps: CertificateSourceDeps): Promise<CertificateSource | null> {
    const { settings, clock } = deps;
    const files = settings.tls ?? findTlsKit(getTlsKitFolder(settings.dataDir));
    if (files === null) return null;
    const source = new CertificateSource(deps, files, readServerCertificate(files, clock.nowMs()));
    await source.check();
    return source;
  }

  get current(): ServerCertificate {
    return this.#current;
  }

  /**
   * Renews the school's own certificate if it expires soon, and reads files that have changed. Returns whether the certificate is now another one.
   */
  async check(): Promise<boolean> {
    const nowMs = this.#deps.clock.nowMs();
    try {
      if (this.#deps.settings.tls === null) await renewCertificates(getTlsKitFolder(this.#deps.settings.dataDir), nowMs);
      const current = readServerCertificate(this.#files, nowMs);
      if (current.expiresMs - nowMs < warnBeforeMs)
        this.#warn(`the certificate expires at ${new Date(current.expiresMs).toISOString()}`, nowMs);
      const isNew = getDigest(current) !== getDigest(this.#current);
      this.#current = current;
      return isNew;
    } catch (error) {
      this.#warn(`the certificate stays as it is: ${(error as Error).message}`, nowMs);
      return false;
    }
  }

  #warn(message: string, nowMs: number): void {
    if (nowMs - (this.#warned.get(message) ?? -Infinity) < repeatWarningMs) return;
    this.#warned.set(message, nowMs);
    this.#deps.logger.warn({}, message);
  }

  /** Calls `check` once a minute. Calls `onChange` with each new certificate. Returns the function that stops this. */
  watch(timers: ServerTimers, onChange: (certificate: ServerCertificate) => void): () => void {
    const stopping = new AbortController();
    const run = async (): Promise<void> => {
      while (!stopping.signal.aborted) {
        await timers.sleep(checkEveryMs, stopping.signal);
        if (stopping.signal.aborted || !(await this.check())) continue;
        onChange(this.#current);
        this.#deps.logger.info({ expires: new Date(this.#current.expiresMs).toISOString() }, 'using a new certificate');
      }
    };
    void run();
    return () => stopping.abort();
  }
}

const getDigest = ({ cert, key }: ServerCertificate): string => createHash('sha256').update(cert).update(key).digest('hex');
