import { expect } from '@playwright/test';
import { browserArgs } from '../browser-finder.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';

// Browsers treat http:// as secure only on the local machine. Under another name the same server counts as another computer.
test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, args: [...browserArgs(), '--host-resolver-rules=MAP exam.test 127.0.0.1'] }),
});

test('the page over http:// from another computer asks for https://, and the application does not start', async ({ page, server }) => {
  const faults: unknown[] = [];
  page.on('pageerror', (fault) => faults.push(fault));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`http://exam.test:${server.port}/login/demo`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: '请用 https:// 打开' })).toBeVisible();
  await expect(page.getByRole('link').first()).toHaveAttribute('href', `https://exam.test:${server.port}/login/demo`);
  await expect(page.getByText('Open this system with https://')).toBeVisible();
  expect(faults).toEqual([]);
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([]);
  await keepPicture(page, 'plain-http');
});
