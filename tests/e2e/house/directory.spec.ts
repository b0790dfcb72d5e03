import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { TOTP } from 'otpauth';
import { defaultDirectory, directoryCalls } from '../../../sync/contract/people/directory.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { systemCalls } from '../../../sync/contract/platform/system.ts';
import { directoryReturnPath } from '../../../sync/contract/patterns.ts';
import { makeAuthority } from '../../../server/tls/local-authority.ts';
import { oidcClient, startOidcProvider } from '../../fixtures/directory/oidc-server.ts';
import { ldapStudents, ldapSuffix, slapdMissing, startSlapdOfSchool } from '../../fixtures/directory/slapd-server.ts';
import { ApiClient } from '../rig/api-client.ts';
import { findFreePort } from '../rig/free-port.ts';
import { keepPicture } from '../rig/picture.ts';
import { BrowserTestServer } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { openAsStaff } from './sign-in.ts';

/** Starts a server that is allowed to reach a directory on this machine. */
async function startServer(): Promise<BrowserTestServer> {
  const server = new BrowserTestServer(await findFreePort(), { WENKAO_DIRECTORY_ALLOW: '127.0.0.1,::1' });
  await server.start();
  return server;
}

/** Sets up a directory, compares and adds its people, and finally stops the directory. */
async function synchronisePeople(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { server: directory, access } = await startSlapdOfSchool();
  const server = await startServer();
  try {
    await openAsStaff(page, server.origin, 'school', '/teacher/manage/directory');
    const fill = (label: string | RegExp, value: string) => page.getByLabel(label).fill(value);
    await fill(/^显示名称/, '统一身份认证');
    await fill(/^服务器地址/, access.address);
    await fill(/^查询账号（DN）/, access.account);
    await fill('查询账号的密码', access.secret);
    await fill(/^查找范围（Base DN）/, access.searchBase);
    await fill('机构证书', access.certificate);
    await fill(/^学生查找范围/, `ou=students,${ldapSuffix}`);
    await fill(/^教职工查找范围/, `ou=people,${ldapSuffix}`);
    await fill(/^班级属性/, 'departmentNumber');
    await page.getByRole('button', { name: '保存设置' }).click();
    await page.getByRole('link', { name: '对照人员' }).waitFor();
    await keepPicture(page, 'directory-settings');
    await page.getByRole('link', { name: '对照人员' }).click();
    await page.getByRole('button', { name: '预览', exact: true }).click();
    await expect(page.getByRole('tab', { name: /^新增/ })).toHaveText(`新增 ${ldapStudents + 2}`);
    await keepPicture(page, 'people-sync-add');
    await page.getByRole('tab', { name: /^不能使用/ }).click();
    await expect(page.getByText('没有编号（employeeNumber）')).toBeVisible();
    await keepPicture(page, 'people-sync-unusable');
    await page.getByRole('button', { name: `应用所选 ${ldapStudents + 2} 项` }).click();
    await expect(page.getByRole('alertdialog')).toContainText(`新增 ${ldapStudents + 2} 人，更新 0 人，停用 0 人`);
    await keepPicture(page, 'people-sync-question');
    await page.getByRole('alertdialog').getByRole('button', { name: '应用' }).click();
    await expect(page.getByRole('heading', { name: `已应用：新增 ${ldapStudents + 2}，更新 0，停用 0` })).toBeVisible();
    await keepPicture(page, 'people-sync-done');

    await directory.stop();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /下载/ }).click()]);
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
    await page.getByRole('button', { name: '重新预览' }).click();
    await expect(page.getByRole('alert')).toContainText('连不上“localhost”');
    await keepPicture(page, 'people-sync-away');
  } finally {
    await server.dispose();
    await directory.stop();
  }
}

if (slapdMissing === undefined)
  test('a school synchronises its people with a real LDAP server', async ({ page }) => synchronisePeople(page));

const publicAddress = 'https://exam.school.test';
/** Sets up an OpenID provider for the demo school, and a second factor for its teacher. Returns a function that makes a new code at each call. */
async function setUpProvider(origin: string, issuer: string, certificate: string): Promise<() => string> {
  const system = await ApiClient.signIn(origin, 'system');
  const settings = await system.call(systemCalls.getSettings, {});
  await system.call(systemCalls.modifySettings, { ...settings, publicAddress });
  const school = await ApiClient.signIn(origin, 'school');
  const kind = { kind: 'oidc' as const, numberAttribute: 'sub', address: issuer, certificate, ...oidcClient };
  const { version } = await school.call(directoryCalls.get, {});
  await school.call(directoryCalls.set, { ...defaultDirectory, ...kind, name: '统一身份认证', enabled: true, version });
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const { secret, setup } = await teacher.call(userCalls.beginSecondFactor, { login_pwd: 'Wenkao-2026' });
  let steps = 0;
  const makeCode = () => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 * steps++ });
  await teacher.call(userCalls.confirmSecondFactor, { setup, code: makeCode() });
  return makeCode;
}

/** Signs in on the pages of the provider. */
async function passProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('after an OpenID sign-in the page asks for the code of the second factor', async ({ openPage }) => {
  const authority = await makeAuthority('School', Date.now());
  const provider = await startOidcProvider(authority, `${publicAddress}${directoryReturnPath}`);
  const server = await startServer();
  try {
    const makeCode = await setUpProvider(server.origin, provider.issuer, authority.certificate);
    const page = await openPage({ ignoreHTTPSErrors: true });
    // Requests to the public address go to the server of this test.
    await page.route(`${publicAddress}/**`, (route) =>
      route.fulfill({ status: 302, headers: { location: route.request().url().replace(publicAddress, server.origin) } }),
    );
    await page.goto(`${server.origin}/login/demo`);
    await page.getByRole('tab', { name: '机构账号' }).click();
    await page.getByRole('button', { name: /统一身份认证/ }).click();
    await passProvider(page, 'teacher');
    await page.getByLabel(/验证码/).waitFor();
    await keepPicture(page, 'directory-code');
    await page.getByLabel(/验证码/).fill('000000');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page.getByText(/验证码不正确/)).toBeVisible();
    await keepPicture(page, 'directory-code-wrong');
    await page.getByLabel(/验证码/).fill(makeCode());
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL((at) => at.pathname === '/teacher/home/index');
  } finally {
    await server.dispose();
    await provider.stop();
  }
});
