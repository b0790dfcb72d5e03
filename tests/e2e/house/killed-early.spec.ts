import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Device } from '../rig/device.ts';
import { FaultyProxy } from '../rig/faulty-proxy.ts';
import { freePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { fillSignIn } from './sign-in.ts';

/** A browser writes `localStorage` to the disk seconds late: what a person needs to sign in again can't stand there alone. */
test('a PC whose browser is killed right after its first sign-in signs the same person in without a network', async () => {
  const server = new ServerProcess(await freePort());
  const link = new FaultyProxy(await freePort(), server.port, 3);
  const device = new Device();
  try {
    await server.start();
    await link.online();
    const first = await device.boot();
    await first.goto(`${link.origin}/login/demo`);
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await fillSignIn(first, 'student');
    await link.offline();
    await device.kill();
    // What has come to the disk within those seconds depends on the machine; here: nothing.
    rmSync(join(device.profileDir, 'Default', 'Local Storage'), { recursive: true });

    const page = await device.boot();
    expect(await page.goto(`${link.origin}/`).then((reply) => reply?.ok())).toBe(true);
    await fillSignIn(page, 'student');
    await expect(page).toHaveURL(/\/student\//);
  } finally {
    await device.dispose();
    await link.offline();
    await server.dispose();
  }
});
