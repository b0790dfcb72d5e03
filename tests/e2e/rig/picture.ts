import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Folder for pictures of the pages that a spec walks through, from `WENKAO_SHOTS`. Without it, no pictures are taken. */
export const pictureFolder = process.env['WENKAO_SHOTS'];

/** Keeps a picture of what the page shows, or the given PNG, as `<name>.png`. */
export async function keepPicture(of: Page | Buffer, name: string): Promise<void> {
  if (pictureFolder === undefined) return;
  await writeFile(join(pictureFolder, `${name}.png`), Buffer.isBuffer(of) ? of : await of.screenshot());
}
