import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { defaultSettings, systemCalls } from '../../sync/contract/platform/system.ts';
import { readStoredZip } from '../../web/lib/files/stored-zip.ts';
import { fillSignIn, openAsStaff } from '../e2e/house/sign-in.ts';
import { ApiClient, makeUncheckedCall } from '../e2e/rig/api-client.ts';
import { openUntrustedLine } from '../e2e/rig/untrusted-line.ts';
import { startScormPlatform } from '../fixtures/server/scorm-web-platform.ts';
import type { ScreenLooks } from './screen-list.ts';

/** Names of the pictures that show a course opened from another learning platform. */
export const scormScreens = ['scorm-export', 'scorm-waiting', 'scorm-consent'];

interface ScormStage {
  readonly origin: string;
  /** Id of a published course of the student's class. */
  readonly course: number;
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  readonly show: (name: string, page: Page, looks: ScreenLooks) => Promise<void>;
}

/**
 * Exports a course as a SCORM package, opens it from a learning platform, and signs the learner in. Must run after all other pictures,
 * because it changes the server's public address.
 */
export async function showScormPages({ origin, course, open, show }: ScormStage): Promise<void> {
  const line = await openUntrustedLine(Number(new URL(origin).port));
  const lms = await startScormPlatform();
  try {
    const system = await ApiClient.signIn(origin, 'system');
    const { version } = await system.call(systemCalls.getSettings, {});
    await makeUncheckedCall(system, systemCalls.modifySettings, { ...defaultSettings, publicAddress: line.origin, version });

    const teacher = await open();
    const known = teacher.waitForResponse((response) => response.url().endsWith('/system/getPublic'));
    await openAsStaff(teacher, origin, 'teacher', `/teacher/course/assets/form/${course}`);
    await known;
    const button = teacher.getByRole('button', { name: '导出 SCORM 包' });
    const [download] = await Promise.all([teacher.waitForEvent('download'), button.click()]);
    await show('scorm-export', teacher, 'light');
    const files = await readStoredZip(new Blob([readFileSync(await download.path())]));
    if (files === null) throw new Error('the exported package is no zip file');
    lms.take(new Map(await Promise.all([...files].map(async ([path, { content }]) => [path, await content.text()] as const))));

    const platform = await open({ ignoreHTTPSErrors: true });
    await platform.goto(`${lms.origin}/course`);
    const frame = platform.frameLocator('iframe');
    const [opened] = await Promise.all([platform.waitForEvent('popup'), frame.getByRole('button', { name: /打开课程/ }).click()]);
    await frame.getByText('请在其中登录').waitFor();
    await show('scorm-waiting', platform, 'light');
    await fillSignIn(opened, 'student');
    await opened.getByRole('button', { name: '同意并开始学习' }).waitFor();
    await show('scorm-consent', opened, 'light');
  } finally {
    lms.stop();
    line.close();
  }
}
