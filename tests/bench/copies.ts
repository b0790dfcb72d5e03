import type { Page } from '@playwright/test';
import { openExam, openPaper, slowDown } from './browser-rig.ts';
import { computeMedian, computePercentile, benchReport } from './figure.ts';
import { clickThrough } from './player.ts';

const slow = 4;
const rounds = 3;
const clicksEach = 30;

/**
 * Measures what the second replica costs a click (SY25). Two tabs of one exam take turns; one tab gets no journal and writes to the
 * database only.
 */
export async function benchCopies(): Promise<void> {
  const { person, close } = await openExam();
  try {
    await openPaper(person);
    const both = person.page;
    const alone = await person.device.newTab();
    await alone.addInitScript(() => {
      StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('not offered', 'SecurityError'));
    });
    await alone.goto(both.url());
    await alone.getByRole('heading', { name: /^第 \d+ 题，共/ }).waitFor();
    const sides = [
      { name: 'both', page: both, lamp: /^已保存到本机 [\d:]+$/, committedMs: [] as number[], lampMs: [] as number[] },
      { name: 'database', page: alone, lamp: /仅一份/, committedMs: [] as number[], lampMs: [] as number[] },
    ];
    for (const { page } of sides) await slowDown(page, slow);
    for (let round = 0; round < rounds; round += 1) {
      for (const side of sides) {
        await side.page.bringToFront();
        const clicks = await clickThrough(side.page, clicksEach);
        side.committedMs.push(...clicks.committedMs);
        side.lampMs.push(...clicks.lampMs);
        await sees(side.page, side.lamp);
      }
    }
    for (const { name, committedMs, lampMs } of sides) {
      benchReport.seen(
        `copies.${name}.committedMedian`,
        computeMedian(committedMs),
        `ms of ${committedMs.length}, the database's transaction complete`,
      );
      benchReport.seen(`copies.${name}.savedMedian`, computeMedian(lampMs), 'ms, the lamp says saved, drawn');
      benchReport.seen(`copies.${name}.savedP90`, computePercentile(lampMs, 0.9), 'ms');
    }
    const [twice, once] = sides.map(({ lampMs }) => computeMedian(lampMs));
    benchReport.seen('copies.savedRatio', (twice ?? Number.NaN) / (once ?? Number.NaN), 'both copies to the database alone, medians');
  } finally {
    await close();
  }
}

/** Checks that the save indicator shows the expected replicas for this tab. */
async function sees(page: Page, lamp: RegExp): Promise<void> {
  await page.getByRole('group', { name: '作答保存状态' }).getByText(lamp).first().waitFor();
}
