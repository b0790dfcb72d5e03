import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { BrowserDevice } from './rig/device.ts';
import { findFreePort } from './rig/free-port.ts';
import { listProcessTree } from './rig/process-tree.ts';
import { test } from './rig/test.ts';

// Tests the rig itself, on which the failure specs rely.
test('killing a browser leaves no process and keeps its profile', async () => {
  const port = await findFreePort();
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('<title>page</title>'));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const device = new BrowserDevice();
  try {
    const page = await device.boot();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const open = indexedDB.open('kept', 1);
          open.onupgradeneeded = () => open.result.createObjectStore('rows');
          open.onsuccess = () => {
            const write = open.result.transaction('rows', 'readwrite', { durability: 'strict' });
            write.objectStore('rows').put('still here', 1);
            write.oncomplete = () => resolve();
            write.onabort = () => reject(write.error ?? new Error('aborted'));
          };
        }),
    );
    expect(listProcessTree(device.profileDir).length).toBeGreaterThan(2);
    await device.kill();
    expect(listProcessTree(device.profileDir)).toEqual([]);

    const again = await device.boot();
    await again.goto(`http://127.0.0.1:${port}/`);
    const kept = await again.evaluate(
      () =>
        new Promise((resolve) => {
          const open = indexedDB.open('kept', 1);
          open.onsuccess = () => {
            const read = open.result.transaction('rows').objectStore('rows').get(1);
            read.onsuccess = () => resolve(read.result);
          };
        }),
    );
    expect(kept).toBe('still here');
  } finally {
    await device.dispose();
    server.closeAllConnections();
    server.close();
  }
});
