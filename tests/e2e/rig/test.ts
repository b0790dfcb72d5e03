import { rmSync } from 'node:fs';
import { expect, test as base, type BrowserContextOptions, type Page } from '@playwright/test';
import { Examinee } from '../exam/examinee.ts';
import { Balancer } from './balancer.ts';
import { BrowserDevice } from './device.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import { findFreePort } from './free-port.ts';
import { createNextRelease } from './next-release.ts';
import { BrowserTestServer } from './server-process.ts';
import { createSlowBrowser } from './slowness.ts';

/** Servers, proxies, PCs and examinees that a test can use. They are closed when the test ends. */
interface TestFixtures {
  /** A started server with the demo school. */
  readonly server: BrowserTestServer;
  /** A second started server on the database of `server`, which must be on PostgreSQL. */
  readonly secondServer: BrowserTestServer;
  /** Balances requests over `server` and `secondServer`, which it has found to be ready. */
  readonly balancer: Balancer;
  /** Copies this program as its next release (`next-release.ts`) and returns the folder. */
  readonly createRelease: (version: string) => string;
  /** Opens a page in a browser context of its own. */
  readonly openPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** Starts a proxy to the server, through which PCs connect and which can be told to fail; `seed` decides what happens to each request. */
  readonly connect: (seed: number) => Promise<FaultyProxy>;
  /** Makes a PC whose browser can be killed. */
  readonly addDevice: () => BrowserDevice;
  /** Gives an examinee a PC that connects through `link`. If the test fails, the examinee's page is attached to the report. */
  readonly addExaminee: <Link extends Pick<FaultyProxy, 'origin'>>(loginName: string, link: Link) => Examinee<Link>;
}

async function runServer(server: BrowserTestServer, provide: (server: BrowserTestServer) => Promise<void>): Promise<void> {
  try {
    await server.start();
    await provide(server);
  } finally {
    await server.dispose();
  }
}

/** Playwright's `test` with the fixtures of `TestFixtures`. Its browser can be slowed down (`slowness.ts`). */
export const test = base.extend<TestFixtures, { readonly sharedServer: BrowserTestServer }>({
  browser: [async ({ browser }, provide) => provide(createSlowBrowser(browser)), { scope: 'worker' }],
  /** The worker's server with the demo school, for specs that change nothing that other specs read. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern.
  sharedServer: [async ({}, provide) => runServer(new BrowserTestServer(await findFreePort()), provide), { scope: 'worker' }],
  // oxlint-disable-next-line no-empty-pattern -- as above
  server: async ({}, provide) => runServer(new BrowserTestServer(await findFreePort()), provide),
  secondServer: async ({ server }, provide) => runServer(server.createPeer(await findFreePort()), provide),
  balancer: async ({ server, secondServer }, provide) => {
    const balancer = new Balancer(await findFreePort(), [server, secondServer], 28);
    await expect.poll(() => balancer.isReady(server) && balancer.isReady(secondServer)).toBe(true);
    await provide(balancer);
    balancer.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  createRelease: async ({}, provide) => {
    const folders: string[] = [];
    await provide((version) => {
      const folder = createNextRelease(version);
      folders.push(folder);
      return folder;
    });
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  },
  openPage: async ({ browser }, provide) => {
    const pages: Page[] = [];
    await provide(async (options) => {
      const page = await (await browser.newContext(options)).newPage();
      pages.push(page);
      return page;
    });
    await Promise.all(pages.map((page) => page.context().close()));
  },
  connect: async ({ server }, provide) => {
    const links: FaultyProxy[] = [];
    await provide(async (seed) => {
      const link = new FaultyProxy(await findFreePort(), server.port, seed);
      links.push(link);
      await link.online();
      return link;
    });
    await Promise.all(links.map((link) => link.offline()));
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  addDevice: async ({}, provide) => {
    const devices: BrowserDevice[] = [];
    await provide(() => {
      const device = new BrowserDevice();
      devices.push(device);
      return device;
    });
    await Promise.all(devices.map((device) => device.dispose()));
  },
  addExaminee: async ({ addDevice }, provide, info) => {
    const people: Pick<Examinee, 'testify'>[] = [];
    await provide((loginName, link) => {
      const examinee = new Examinee(loginName, link, addDevice());
      people.push(examinee);
      return examinee;
    });
    if (info.status !== info.expectedStatus) await Promise.all(people.map((examinee) => examinee.testify()));
  },
});
