import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { makeAuthority } from '../../../server/tls/local-authority.ts';
import { coursewareCalls, coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { defaultSettings, systemCalls } from '../../../sync/contract/platform/system.ts';
import { startLtiPlatform } from '../../fixtures/server/lti-web-platform.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { findFreePort } from '../rig/free-port.ts';
import { keepPicture } from '../rig/picture.ts';
import { BrowserTestServer } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { openUntrustedLine } from '../rig/untrusted-line.ts';
import { createLearningClass, publishCourse } from './learning-class.ts';
import { openAsStaff } from './sign-in.ts';

test('a learning platform opens a course in a new window, and an unknown user reads the reason for the refusal', async ({
  openPage,
}, info) => {
  const authority = await makeAuthority('School', Date.now());
  const authorityFile = info.outputPath('authority.pem');
  writeFileSync(authorityFile, authority.certificate);
  const server = new BrowserTestServer(await findFreePort(), {
    NODE_EXTRA_CA_CERTS: authorityFile,
    WENKAO_DIRECTORY_ALLOW: '127.0.0.1',
  });
  await server.start();
  const line = await openUntrustedLine(server.port);
  const { admin, teacher, classId, studentId } = await createLearningClass(server.origin);
  const person = await admin.call(userCalls.getById, { id: studentId });
  await makeUncheckedCall(admin, userCalls.modify, { ...person, id_number: '', student_no: 'S2026001' });
  const { id } = await makeUncheckedCall(teacher, coursewareCalls.add, createExampleDraft(coursewareResource));
  const course = await publishCourse(teacher, classId, '低压电器', [id]);
  const system = await ApiClient.signIn(server.origin, 'system');
  const { version } = await system.call(systemCalls.getSettings, {});
  await makeUncheckedCall(system, systemCalls.modifySettings, { ...defaultSettings, publicAddress: line.origin, version });
  const platform = await startLtiPlatform(authority, `${line.origin}/student/learn/item/${course.id}`);
  try {
    const settings = await openPage({ ignoreHTTPSErrors: true });
    await openAsStaff(settings, server.origin, 'school', '/teacher/manage/lti');
    const loginAddress = await settings.getByRole('textbox', { name: '登录发起地址' }).inputValue();
    const typed = {
      显示名称: 'Moodle',
      '平台标识（Issuer）': platform.origin,
      '客户端 ID': 'wenkao-client',
      '部署 ID': '7',
      登录请求地址: `${platform.origin}/auth`,
      '公钥集地址（JWKS）': `${platform.origin}/certs`,
    };
    for (const [label, value] of Object.entries(typed)) await settings.getByLabel(label).fill(value);
    await settings.getByRole('switch', { name: /^允许从学习平台打开课程/ }).click();
    await settings.getByRole('button', { name: '保存设置' }).click();
    await expect(settings.getByText('设置已保存')).toBeVisible();
    await keepPicture(settings, 'lti-settings');

    const lms = await openPage({ ignoreHTTPSErrors: true });
    const launch = async (number: string) => {
      await lms.goto(`${platform.origin}/course?number=${number}&login=${encodeURIComponent(loginAddress)}`);
      const opened = lms.context().waitForEvent('page');
      await lms.getByRole('button', { name: 'Open the course' }).click();
      return opened;
    };
    const unknown = await launch('S999');
    await expect(unknown.getByText('学习平台确认了您的身份，但本校没有编号为“S999”的账号')).toBeVisible();
    await keepPicture(unknown, 'lti-unknown');
    const learner = await launch('S2026001');
    await expect(learner.getByRole('heading', { name: '低压电器' })).toBeVisible();
    expect(learner.url()).toBe(`${line.origin}/student/learn/item/${course.id}`);
    await keepPicture(learner, 'lti-course');
  } finally {
    platform.stop();
    line.close();
    await server.dispose();
  }
});
