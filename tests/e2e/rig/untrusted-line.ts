import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { Page } from '@playwright/test';
import { makeCertificates } from '../../../server/tls/tls-kit.ts';

/** Proxy to the server under a certificate that no browser trusts. */
export interface UntrustedTlsProxy {
  /** Address of the proxy, whose certificate authority no browser trusts. */
  readonly origin: string;
  readonly close: () => void;
}

/** Puts a TLS proxy in front of the server at `port`. A new certificate authority signs its certificate, as a school's own authority would. */
export async function openUntrustedLine(port: number): Promise<UntrustedTlsProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-tls-'));
  const { cert, key } = await makeCertificates(folder, ['exam.school.test'], Date.now());
  rmSync(folder, { recursive: true });
  const open = new Set<Socket>();
  const line = createServer({ cert, key }, (here) => {
    const onward = connect(port, '127.0.0.1');
    for (const [end, other] of [
      [here, onward],
      [onward, here],
    ] as const) {
      open.add(end);
      end.pipe(other);
      end.on('error', () => other.destroy());
      end.on('close', () => open.delete(end));
    }
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://127.0.0.1:${(line.address() as AddressInfo).port}`,
    close: () => {
      line.close();
      for (const end of open) end.destroy();
    },
  };
}

/** Opens a page past Chromium's warning of the certificate, as a person does. */
export async function openPastWarning(page: Page, address: string): Promise<void> {
  await page.goto(address).catch((error: unknown) => {
    if (!String(error).includes('ERR_CERT_AUTHORITY_INVALID')) throw error;
  });
  await page.waitForURL('chrome-error://chromewebdata/');
  // Chromium's warning page accepts this phrase, typed anywhere on the page, as consent.
  await page.keyboard.type('thisisunsafe');
  await page.waitForURL(address);
}
