import { expect, type Page } from '@playwright/test';
import { isLanding } from '../rig/landing.ts';
import { findPageFaults, findLayoutFaults } from './page-faults.ts';

/**
 * Expects no accessibility or layout fault, and keeps a picture if `WENKAO_SHOTS` names a folder. The journeys of `npm test` skip both
 * and leave them to the full run.
 */
export const expectGoodLook = async (page: Page, name: string): Promise<void> => {
  if (isLanding) return;
  expect([...(await findPageFaults(page, name)), ...(await findLayoutFaults(page))]).toEqual([]);

  const folder = process.env['WENKAO_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};
