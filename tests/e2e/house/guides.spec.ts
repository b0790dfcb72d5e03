import { expect } from '@playwright/test';
import { readPdfPages } from '../rig/pdf-pages.ts';
import { test } from '../rig/test.ts';
import { expectGoodLook } from './page-faults.ts';

/** Guides with the number of A4 pages that they may fill. */
const promised = { examinee: 1, invigilator: 2, teacher: 2, marker: 2, school: 2, bank: 1, enrolment: 1, applicant: 1, it: 2 };

test('each guide prints on A4 within its page limit, in both languages', async ({ page, server, context }) => {
  await page.goto(`${server.origin}/help`);
  for (const language of ['中文', 'English']) {
    if (language === 'English') await page.getByRole('button', { name: language }).click();
    for (const [guide, most] of Object.entries(promised)) {
      await page.goto(`${server.origin}/help/${guide}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const picture of await page.locator('main img').all()) await picture.evaluate((image: HTMLImageElement) => image.decode());
      const { pages } = await readPdfPages(context, await page.pdf({ preferCSSPageSize: true }));
      expect([guide, language, pages.length <= most]).toEqual([guide, language, true]);
      expect(pages.map(({ widthMm, heightMm }) => [widthMm, heightMm])).toEqual(pages.map(() => [210, 297]));
    }
    await expectGoodLook(page, `guide-${language}`);
  }
});

test('a guide opens without a network and without a session, as text without broken pictures', async ({ openPage, connect }) => {
  const link = await connect(1);
  const page = await openPage({ serviceWorkers: 'allow' });
  await page.goto(`${link.origin}/login/demo`);
  await page.getByText('本机已备好').waitFor();
  await link.offline();
  await page.goto(`${link.origin}/help/invigilator#trouble`);
  await expect(page.getByRole('heading', { name: '出问题时' })).toBeInViewport();
  await page.getByRole('heading', { name: '考试中' }).scrollIntoViewIfNeeded();
  await expect(page.locator('main img')).toHaveCount(0);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Guide for invigilators' })).toBeVisible();
});
