import { test as base, type BrowserContextOptions, type Page } from '@playwright/test';
import { Examinee } from '../exam/examinee.ts';
import { BrowserDevice } from './device.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import { findFreePort } from './free-port.ts';
import { ServerProcess } from './server-process.ts';
import { createSlowBrowser } from './slowness.ts';

/** Servers, links, PCs and people of one test, which end with it. */
interface TestFixtures {
  /** A started server with the demo school. */
  readonly server: ServerProcess;
  /** Opens a page in a browser context of its own. */
  readonly openPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a link to the server that can be told to fail; `seed` decides the fates of requests. */
  readonly connect: (seed: number) => Promise<FaultyProxy>;
  /** Makes a PC whose browser can be killed. */
  readonly addDevice: () => BrowserDevice;
  /** Gives an examinee a PC at this link. If the test fails, their page is attached to the report. */
  readonly addExaminee: (loginName: string, link: FaultyProxy) => Examinee;
}

async function runServer(provide: (server: ServerProcess) => Promise<void>): Promise<void> {
  const server = new ServerProcess(await findFreePort());
  try {
    await server.start();
    await provide(server);
  } finally {
    await server.dispose();
  }
}

/** Extends Playwright's test by servers, links, PCs and people. Its browser can be slowed. */
export const test = base.extend<TestFixtures, { readonly sharedServer: ServerProcess }>({
  browser: [async ({ browser }, provide) => provide(createSlowBrowser(browser)), { scope: 'worker' }],
  /** The worker's server with the demo school, for specs that change nothing that other specs read. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern.
  sharedServer: [async ({}, provide) => runServer(provide), { scope: 'worker' }],
  // oxlint-disable-next-line no-empty-pattern -- as above
  server: async ({}, provide) => runServer(provide),
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
    const people: Examinee[] = [];
    await provide((loginName, link) => {
      const examinee = new Examinee(loginName, link, addDevice());
      people.push(examinee);
      return examinee;
    });
    if (info.status !== info.expectedStatus) await Promise.all(people.map((examinee) => examinee.testify()));
  },
});
