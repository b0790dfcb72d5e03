import { expect, type Page } from '@playwright/test';
import { faultsOf, layoutFaults } from './page-faults.ts';

/** Nothing on the page keeps people out; a picture of it for whoever wants one. */
export const look = async (page: Page, name: string): Promise<void> => {
  expect([...(await faultsOf(page, name)), ...(await layoutFaults(page))]).toEqual([]);

  const folder = process.env['WENKAO_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};
