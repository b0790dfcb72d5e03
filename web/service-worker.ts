/// <reference lib="webworker" />
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { DeviceDatabase } from './platform/database.ts';
import { type DeviceState, readDeviceState } from './platform/exam-windows.ts';
import type { WorkerAnswer, WorkerNotice, WorkerQuestion } from './platform/service-worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** So many files at once: a browser opens six connections to a server, and the page that is open needs some of them itself. */
const lanes = 4;

/** The library's own way asks for the next file when the one before is stored: hundreds of times the way to the server and back. */
class LanedController extends PrecacheController {
  override install(event: ExtendableEvent): Promise<{ updatedURLs: string[]; notUpdatedURLs: string[] }> {
    const left = [...this.getURLsToCacheKeys()];
    const lane = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [url, cacheKey] = next;
        // Where the key is not the address itself the name tells nothing of the content, and an older copy may lie in the browser's cache.
        const request = new Request(url, { cache: cacheKey === url ? 'default' : 'reload', credentials: 'same-origin' });
        await Promise.all(this.strategy.handleAll({ params: { cacheKey }, request, event }));
      }
    };
    const installed = Promise.all(Array.from({ length: lanes }, lane)).then(() => ({ updatedURLs: [], notUpdatedURLs: [] }));
    event.waitUntil(installed);
    return installed;
  }
}

let isDiskFull = false;

// SY25: reading Cache Storage makes the browser write its index, which fails on a full disk. An open page has its program in memory;
// only a navigation has to read the cache.
self.addEventListener('fetch', (event) => {
  if (isDiskFull && event.request.mode !== 'navigate' && event.clientId !== '') event.respondWith(fetch(event.request));
});

// One set, all or nothing: the install fails unless every file of it is here, so no chunk can be missing in mid-exam.
const precache = new LanedController();
precache.precache(self.__WB_MANIFEST);
registerRoute(new PrecacheRoute(precache));

// Every page is the app shell, which routes by itself; a dot in a path proves nothing, website codes may hold some. What the
// server answers at these paths is no page.
registerRoute(
  new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/(?:api|assets|icons|uploads|healthz|readyz|metrics|service-worker\.js|manifest\.webmanifest)(?:\/|$|\?)/],
  }),
);

async function deviceState(): Promise<DeviceState> {
  const db = new DeviceDatabase();
  try {
    return await readDeviceState(db, Date.now());
  } finally {
    db.close();
  }
}

let firstOnThisDevice = false;

self.addEventListener('install', () => {
  firstOnThisDevice = self.registration.active === null;
});

self.addEventListener('activate', (event) => {
  // The first worker of a device replaces nothing, so it takes the open page over at once, in an exam too: a page that no worker answers
  // for has no chunk it did not load before the network went. A later build takes no open page over: those go on with what they were
  // loaded from.
  if (firstOnThisDevice) event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event) => {
  const question = event.data as WorkerQuestion | WorkerNotice;
  if (question === 'diskFull' || question === 'diskFree') isDiskFull = question === 'diskFull';
  const port = event.ports[0];
  const answer = async (): Promise<void> => {
    const { attemptLive, undelivered, windowOpen } = await deviceState();
    const free = !attemptLive && !undelivered && !windowOpen;
    port?.postMessage((free ? 'quiet' : 'busy') satisfies WorkerAnswer);
    // Decided here and not by the page that asks: a page of an older build may know less of what must not be disturbed.
    if (free && question === 'activate') await self.skipWaiting();
  };
  if (question === 'activate' || question === 'isQuiet') event.waitUntil(answer());
});
