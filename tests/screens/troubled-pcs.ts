import type { CDPSession, Page } from '@playwright/test';
import { BrowserDevice } from '../e2e/rig/device.ts';
import { openPastWarning, openUntrustedLine } from '../e2e/rig/untrusted-line.ts';
import type { RehearsalStage } from './rehearsal.ts';

/** Names of the pictures of the self-check page (/test) on PCs with a defect. */
export const troubledScreens = [
  'self-check-certificate',
  'self-check-no-worker',
  'self-check-insecure',
  'self-check-zone',
  'self-check-private',
  'self-check-browser',
  'old-browser',
  'blocked-site-data',
];

const checked = async (page: Page) => {
  await page.getByText(/^这台电脑(可以|现在不能)考试/).waitFor();
  await page.getByText('正在检查…').first().waitFor({ state: 'detached' });
};

type Stage = Pick<RehearsalStage, 'origin' | 'open' | 'show'> & { readonly asked: (name: string) => boolean };

/** Opens the self-check page (/test) on several PCs, each with one defect, and takes pictures. */
export async function showTroubledPcs({ origin, open, show, asked }: Stage): Promise<void> {
  const onPc = async (name: string, prepare: (page: Page, cdp: CDPSession) => Promise<unknown>, ready = checked) => {
    if (!asked(name)) return;
    const pc = new BrowserDevice();
    try {
      const page = await pc.boot();
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Shanghai' });
      await prepare(page, cdp);
      if (page.url() === 'about:blank') await page.goto(`${origin}/test`);
      await ready(page);
      await show(name, page, 'light');
    } finally {
      await pc.dispose();
    }
  };
  const line = await openUntrustedLine(Number(new URL(origin).port));
  await onPc('self-check-certificate', (page) => openPastWarning(page, `${line.origin}/test`));
  line.close();
  // Error text of a browser that blocks only service workers for this site.
  await onPc('self-check-no-worker', (page) =>
    page.addInitScript(() => {
      const refusal = 'Failed to register a ServiceWorker: The user denied permission to use Service Worker.';
      ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException(refusal, 'NotSupportedError'));
    }),
  );
  await onPc('self-check-zone', (_, cdp) => cdp.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' }));
  // A Firefox of 2022 lacks these two classes.
  await onPc('self-check-browser', (page) =>
    page.addInitScript(() => {
      for (const name of ['CompressionStream', 'DecompressionStream']) Reflect.deleteProperty(window, name);
    }),
  );
  const said = (text: string) => (page: Page) => page.getByText(text).waitFor();
  await onPc('self-check-insecure', (page) => page.goto(`${origin}/use-https?from=/test`), said('请用 https:// 打开'));
  // A browser of 2021 lacks these two functions.
  await onPc(
    'old-browser',
    (page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(window, 'structuredClone');
        Reflect.deleteProperty(AbortSignal, 'timeout');
      }),
    said('这个浏览器太旧'),
  );
  await onPc(
    'blocked-site-data',
    (page) =>
      page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }),
    said('浏览器不许这个网站保存数据'),
  );
  if (asked('self-check-private')) {
    // Every window that Playwright opens is a private (incognito) one, so this picture needs no preparation.
    const page = await open();
    await page.goto('/test');
    await checked(page);
    await show('self-check-private', page, 'light');
    await page.context().close();
  }
}
