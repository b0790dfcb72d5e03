/// <reference lib="webworker" />
import './lib/old-browsers.ts';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { parsePlayerAddress } from '../sync/domain/exams/player-address.ts';
import { DeviceDatabase } from './platform/database/database.ts';
import { type DeviceState, readDeviceState } from './platform/pwa/exam-windows.ts';
import type { WorkerReply, WorkerNotice, WorkerRequest } from './platform/pwa/service-worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Number of parallel downloads. A browser opens six connections to a server, and the open page needs two (`web/README.md`). */
const lanes = 4;

/** Downloads several files in parallel. The library downloads one after the other, which takes hundreds of round trips. */
class LanedController extends PrecacheController {
  override install(event: ExtendableEvent): Promise<{ updatedURLs: string[]; notUpdatedURLs: string[] }> {
    const pendingUrls = [...this.getURLsToCacheKeys()];
    const runLane = async (): Promise<void> => {
      for (let next = pendingUrls.shift(); next; next = pendingUrls.shift()) {
        const [url, cacheKey] = next;
        // If the cache key differs from the URL, the file name has no content hash, so the browser's HTTP cache may hold an older copy. While servers
        // are upgraded one after another, a server of another build may answer. Its page must not be stored as one of this build.
        const integrity = this.getIntegrityForCacheKey(cacheKey) ?? '';
        const request = new Request(url, { cache: cacheKey === url ? 'default' : 'reload', credentials: 'same-origin', integrity });
        await Promise.all(this.strategy.handleAll({ params: { cacheKey }, request, event }));
      }
    };
    const installed = Promise.all(Array.from({ length: lanes }, runLane)).then(() => ({ updatedURLs: [], notUpdatedURLs: [] }));
    event.waitUntil(installed);
    return installed;
  }
}

let isDiskFull = false;

// Reading Cache Storage makes the browser write its index, which fails on a full disk (SY25). An open page has its code in memory, so only
// navigations need the cache.
self.addEventListener('fetch', (event) => {
  if (isDiskFull && event.request.mode !== 'navigate' && event.clientId !== '') event.respondWith(fetch(event.request));
});

// The installation fails unless every file was downloaded, so no chunk can be missing during an exam.
const precache = new LanedController();
precache.precache(self.__WB_MANIFEST);
registerRoute(new PrecacheRoute(precache));

// The player, the page on which an exam is sat, has an HTML document of its own.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && parsePlayerAddress(url.pathname) !== null,
  precache.createHandlerBoundToURL('/player.html'),
);

// Every other page is the app shell, which has its own router. The excluded paths are served by the server. They are no pages, except for the window
// of a course: only the server's headers keep it connected to the page that opened it. A dot in a path does not mean a file, because website codes
// may contain dots.
registerRoute(
  new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/(?:api|assets|course-window|icons|uploads|healthz|readyz|metrics|service-worker\.js|manifest\.webmanifest)(?:\/|$|\?)/],
  }),
);

async function loadDeviceState(): Promise<DeviceState> {
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
  // The first worker of a device takes over open pages at once, even during an exam: without a worker, a page cannot load further chunks
  // after the network fails. A later build never takes over open pages, because they need the chunks of their own build.
  if (firstOnThisDevice) event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event) => {
  const question = event.data as WorkerRequest | WorkerNotice;
  if (question === 'diskFull' || question === 'diskFree') isDiskFull = question === 'diskFull';
  if (question === 'claim') event.waitUntil(self.clients.claim());
  const port = event.ports[0];
  const sendReply = async (): Promise<void> => {
    const { attemptLive, undelivered, windowOpen } = await loadDeviceState();
    const free = !attemptLive && !undelivered && !windowOpen;
    port?.postMessage((free ? 'quiet' : 'busy') satisfies WorkerReply);
    // The worker decides whether the update may happen, not the page: a page of an older build may not know everything that an update would disturb.
    if (free && question === 'activate') await self.skipWaiting();
  };
  if (question === 'activate' || question === 'isQuiet') event.waitUntil(sendReply());
});
