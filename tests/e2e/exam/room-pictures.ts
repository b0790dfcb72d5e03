import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { encodePalettePng } from '../../screens/palette-png.ts';
import { findPageFaults, findLayoutFaults } from '../house/page-faults.ts';
import { isLanding } from '../rig/landing.ts';
import { pictureFolder } from '../rig/picture.ts';

const desks = [
  ['', 1366, 768],
  ['-1024', 1024, 768],
] as const;
const tablets = [['', 768, 1024]] as const;
/** Viewport for a printed sheet: the size of A4 landscape, plus the height of the buttons above the sheet. */
const sheets = [['', 1171, 890]] as const;

/** Collects accessibility and layout faults of pages, and stores screenshots. In `npm test` it does neither; the full run does both. */
export class RoomPictures {
  readonly faults: string[] = [];
  readonly #info: TestInfo;

  constructor(info: TestInfo) {
    this.#info = info;
  }

  desk = (page: Page, name: string): Promise<void> => this.#look(page, name, desks);
  tablet = (page: Page, name: string): Promise<void> => this.#look(page, name, tablets);
  sheet = (page: Page, name: string): Promise<void> => this.#look(page, name, sheets);

  async #look(page: Page, name: string, sizes: readonly (readonly [string, number, number])[]): Promise<void> {
    if (isLanding) return;
    for (const [suffix, width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const picture = await page.screenshot();
      const file = `${name}${suffix}.png`;
      writeFileSync(pictureFolder === undefined ? this.#info.outputPath(file) : join(pictureFolder, file), encodePalettePng(picture));
      this.faults.push(...(await findLayoutFaults(page)).map((fault) => `${name}${suffix}: ${fault}`));
    }
    this.faults.push(...(await findPageFaults(page, name)));
    const [[, width, height]] = sizes as readonly [readonly [string, number, number]];
    await page.setViewportSize({ width, height });
  }
}
