import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserDevice } from '../e2e/rig/device.ts';
import { writeFilm } from '../e2e/rig/film.ts';
import { findFreePort } from '../e2e/rig/free-port.ts';
import { BrowserTestServer } from '../e2e/rig/server-process.ts';
import { slowDown } from './browser-rig.ts';
import { computePercentile, benchReport } from './figure.ts';
import { publishFilm } from './published-film.ts';

const slow = 4;
const filmSeconds = 120;
/** Bytes that are added to the film to give it the size of a lecture, because its own pictures are small. */
const padBytes = 100 * 1024 * 1024;
const tries = 12;

/** Measures playback of a film that was downloaded to the device, in a renderer slowed down four times. */
export async function benchLesson(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-film-'));
  const server = new BrowserTestServer(await findFreePort());
  const device = new BrowserDevice();
  try {
    await server.start();
    const page = await device.boot();
    await page.goto(`${server.origin}/login/demo`);
    const path = join(folder, 'film.webm');
    await writeFilm(page, path, filmSeconds, padBytes);
    const { courseId, filmId } = await publishFilm(server.origin, readFileSync(path), filmSeconds * 1000);

    await page.getByLabel('登录名').fill('student');
    await page.getByLabel('密码', { exact: true }).fill('Wenkao-2026');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL((at) => !/\/login(\/|$)/.test(at.pathname));
    await page.goto(`${server.origin}/student/learn/item/${courseId}`);
    await page.getByRole('button', { name: /^带走整门课/ }).click();
    await page.getByText('已经在这台设备上，没有网络也能学').waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    const devtools = await slowDown(page, slow);

    const startMs: number[] = [];
    const seekMs: number[] = [];
    for (let at = 0; at < tries; at += 1) {
      await page.goto(`${server.origin}/student/learn/item/${courseId}/1/${filmId}`);
      const figures = await page.locator('video').evaluate(playAndSeek);
      startMs.push(figures.startMs);
      seekMs.push(...figures.seekMs);
    }
    await devtools.detach();
    benchReport.atMost(
      'lesson.start',
      computePercentile(startMs, 0.95),
      `ms p95 of ${tries}, from play to the first picture, from the device`,
      1000,
    );
    benchReport.atMost('lesson.seek', computePercentile(seekMs, 0.95), `ms p95 of ${seekMs.length}, from a jump to its picture`, 300);
  } finally {
    await device.dispose();
    await server.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs in the page. Measures from the start to the first picture, then from each seek to its picture. */
async function playAndSeek(film: HTMLVideoElement): Promise<{ startMs: number; seekMs: number[] }> {
  const shown = () => new Promise((resolve) => film.requestVideoFrameCallback(resolve));
  film.muted = true;
  const began = performance.now();
  await Promise.all([shown(), film.play()]);
  const startMs = performance.now() - began;
  const seekMs: number[] = [];
  for (const to of [100, 20, 60, 5, 80]) {
    const jumped = performance.now();
    film.currentTime = to;
    await new Promise((resolve) => film.addEventListener('seeked', resolve, { once: true }));
    await shown();
    seekMs.push(performance.now() - jumped);
  }
  film.pause();
  return { startMs, seekMs };
}
