import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { questionCalls } from '../../../sync/contract/bank/question.ts';
import type { CallInput } from '../../../sync/contract/call.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { schoolCalls } from '../../../sync/contract/people/school.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { validPersonDraft, validQuestionDraft } from '../../contract/fixtures/resource-drafts.ts';
import { browserArgs, findBrowser } from '../browser-finder.ts';
import { Examinee, examineePassword } from '../exam/examinee.ts';
import { fillSignIn } from '../house/sign-in.ts';
import { BrowserDevice } from '../rig/device.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { getPackageName, makePackage } from './drill-packages.ts';
import { PageCalls } from './page-calls.ts';
import { findMissingTool, SchoolNetwork, serverAddress, serverName } from './school-network.ts';

const origin = `https://${serverName}`;
const folderOf = (version: string): string => `/opt/${getPackageName(version)}`;
const website = 'jiangnan';
const examName = '电工四级理论知识';
const questions = 6;

/** Plays the first day of a school's IT teacher: installs the server, makes PCs trust it, holds an exam, and upgrades the server meanwhile. */
async function playFirstDay(place: string): Promise<void> {
  const [first, mended] = [await makePackage(place, '1.0.0'), await makePackage(place, '1.1.0')];
  const broken = await makePackage(place, '1.0.1', { 'server/main.ts': "throw new Error('broken on purpose');\n" });
  const browser = findBrowser();
  const network = new SchoolNetwork(place);
  const run = (line: string): string => {
    const { code, text } = network.runAtServer(line);
    expect(code, `${line}: ${text}`).toBe(0);
    return text;
  };
  const tell = startRecord();
  try {
    await network.boot();
    tell('the server is there, with a package and no network but its own');
    const password = await install(run, basename(first), tell);
    const admin = await trustServer(network, run, tell);
    await openFirstSchool(admin, password, tell);
    const people = await makeExam(admin, tell);
    await sitThroughUpgrades(people, network, [basename(broken), basename(mended)], tell);
    await restartMachine(network, admin, tell);
    await admin.context().browser()?.close();
  } finally {
    process.env['CHROMIUM_PATH'] = browser;
    await network.dispose();
  }
}

const missing = findMissingTool();
if (missing !== null) console.log(`Not run, because it takes ${missing}: the first day of a school without internet.`);
else
  test('30: a school without internet installs the package, holds an exam, and upgrades during the exam', async () => {
    test.setTimeout(1_200_000);
    const place = mkdtempSync(join(tmpdir(), 'wenkao-drill-'));
    try {
      await playFirstDay(place);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

type RunAtServer = (line: string) => string;
type Tell = (what: string) => void;
type Person = Examinee<{ readonly origin: string }>;

/** Returns a function that prints a step with the minutes and seconds since the beginning. */
function startRecord(): Tell {
  const beganMs = performance.now();
  return (what) => {
    const seconds = Math.round((performance.now() - beganMs) / 1000);
    console.log(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} ${what}`);
  };
}

/** Unpacks the package on the server, makes its TLS certificates and installs the service. Returns the first password of `admin`. */
async function install(run: RunAtServer, archive: string, tell: Tell): Promise<string> {
  run(`tar -xzf /mnt/${archive} -C /opt`);
  run(`printf 'PORT=443\\nWENKAO_LOG_RESERVE_MB=16\\n' > ${folderOf('1.0.0')}/settings.env`);
  expect(run(`${folderOf('1.0.0')}/wenkao tls --name ${serverName} --ip ${serverAddress}`)).not.toContain('finds no address');
  expect(run(`${folderOf('1.0.0')}/wenkao install-service`)).toContain('The service is installed and starts at boot.');
  const readLog = (): string => run('journalctl -u wenkao --no-pager');
  await expect.poll(readLog).toContain('is ready');
  expect(run('systemd-analyze verify /etc/systemd/system/wenkao.service 2>&1')).toBe('');
  tell('unpacked, certificates made, service installed and ready');
  expect(run('systemctl show -p User --value wenkao').trim()).toBe('wenkao');
  expect(readLog()).toContain(`Wenkao is ready: ${origin}`);
  return /admin +([\dA-Z-]{19})/.exec(readLog())?.[1] ?? '';
}

/** Reads the page about HTTPS at a PC, compares the fingerprint, and makes the PCs trust the server's root certificate. Returns a page of a PC. */
async function trustServer(network: SchoolNetwork, run: RunAtServer, tell: Tell): Promise<Page> {
  const fingerprint = /Fingerprint .*: ([\dA-F:]{95})/.exec(run('journalctl -u wenkao --no-pager'))?.[1] ?? 'none';
  process.env['CHROMIUM_PATH'] = network.writeBrowser(findBrowser());
  const untrusting = await openBrowser();
  const page = await untrusting.newPage();
  await page.goto(`http://${serverName}`);
  await expect(page.getByText(fingerprint).first()).toBeVisible();
  await keepPicture(page, 'https-page');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('a[href$="/ca.crt"]').first().click()]);
  await expect((await untrusting.newPage()).goto(origin)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
  network.trust(readFileSync(await download.path()));
  await untrusting.close();
  tell('the root certificate is on the PCs');
  return (await openBrowser()).newPage();
}

const openBrowser = async () =>
  (await chromium.launch({ executablePath: findBrowser(), args: browserArgs() })).newContext({
    locale: 'zh-CN',
    viewport: { width: 1366, height: 768 },
  });

/** Changes the administrator's password, and makes the first school as the page of a new installation asks. */
async function openFirstSchool(page: Page, password: string, tell: Tell): Promise<void> {
  await page.goto(`${origin}/login/main`);
  await fillSignIn(page, 'admin', password);
  await page.getByLabel('原密码').fill(password);
  await page.getByLabel(/^新密码/).fill(examineePassword);
  await page.getByLabel('再输入一次新密码').fill(examineePassword);
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('密码已修改').first()).toBeVisible();
  await page.goto(`${origin}/school/index`);
  await expect(page.getByText(/步到可用的平台/)).toBeVisible();
  await keepPicture(page, 'first-run');
  await page.getByRole('link', { name: '新建学校' }).first().click();
  await page.getByLabel('学校名称').fill('江南职业技术学院');
  await page.getByLabel('网站代码').fill(website);
  await page.getByLabel('纸质档案保存年限').fill('30');
  await page.getByLabel('电子档案保存年限').fill('30');
  await page.getByRole('button', { name: '创建学校' }).click();
  await page.waitForURL((at) => !at.pathname.endsWith('/add-edit'));
  tell('the first school is there');
}

/** Adds an administrator of the school, two examinees and questions, and publishes an exam that begins at once. Returns the two at their PCs. */
async function makeExam(page: Page, tell: Tell): Promise<Person[]> {
  const superAdmin = await new PageCalls(page).signIn('main', 'admin', examineePassword);
  const { id: school_id } = await superAdmin.call(schoolCalls.getByWebsite, { website });
  const add = async (calls: PageCalls, login_name: string, user_type: 2 | 8): Promise<number> => {
    const draft = { ...validPersonDraft, name: login_name, login_name, ticket_no: login_name, sex: 0 as const, school_id, user_type };
    const { id, password } = await calls.call(userCalls.add, { ...draft, extra_roles: [] });
    await new PageCalls(page).signIn(website, login_name, password ?? '', examineePassword);
    return id;
  };
  await add(superAdmin, 'school', 2);
  const school = await new PageCalls(page).signIn(website, 'school', examineePassword);
  const names = ['kaosheng01', 'kaosheng02'];
  const examineeIds: number[] = [];
  for (const name of names) examineeIds.push(await add(school, name, 8));
  const items: { id: number; version: number }[] = [];
  for (let at = 1; at <= questions; at += 1)
    items.push(await makeUncheckedQuestion(school, { ...validQuestionDraft, stem: `第 ${at} 题：三相异步电动机` }));
  await school.call(questionCalls.setStatus, { items, event: 'submit' });
  const waiting = await school.call(questionCalls.getList, { pageSize: questions });
  await school.call(questionCalls.setStatus, { items: waiting.items.map(({ id, version }) => ({ id, version })), event: 'approve' });
  const sections = [{ title: '单选', type: 1 as const, count: questions, pointsEach: 2, categories: [], partial: false }];
  const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 6 } as const;
  const paper = await school.call(paperCalls.draw, await school.call(paperCalls.add, { name: examName, sections, rules }));
  const hour = 3_600_000;
  const times = { startMs: Date.now() + 1000, durationMs: hour, entryLimitMs: hour, earliestHandInMs: 0 };
  const plan = await school.call(examCalls.add, { name: examName, paperId: paper.id, ...times, notice: '', examineeIds });
  await school.call(examCalls.publish, plan);
  tell('people, questions and paper are there; the exam is published');
  return names.map((name) => new Examinee(name, { origin }, new BrowserDevice(tmpdir(), 'inWords')));
}

/** Adds a question from a draft of the test fixtures. The drafts have a wider type than the call's input, so TypeScript can't check them. */
const makeUncheckedQuestion = (school: PageCalls, draft: object) =>
  school.call(questionCalls.add, draft as CallInput<typeof questionCalls.add>);

/** Lets two examinees answer while a broken package is rolled back and another one is installed, and hand in. */
async function sitThroughUpgrades(
  people: readonly Person[],
  network: SchoolNetwork,
  [broken, mended]: readonly [string, string],
  tell: Tell,
): Promise<void> {
  const answerAll = async (number: number): Promise<void> => {
    for (const each of people) {
      await each.goTo(number);
      await each.answer(number, ['A']);
    }
  };
  const upgradeDuring = async (archive: string, number: number) => {
    network.watchReadiness();
    const upgrade = network.startAtServer(`${folderOf('1.0.0')}/wenkao upgrade /mnt/${archive}`);
    await answerAll(number);
    const { code, text } = await upgrade;
    tell(`upgrade with ${archive}: exit code ${code}, answers went on, server away for ${network.readLongestSilence()} s`);
    return { code, text };
  };
  try {
    for (const each of people) {
      await each.bootAt(`/login/${website}`);
      await each.signIn();
      await each.prepare(examName);
      await each.enter();
      await each.paperOpen();
    }
    await answerAll(1);
    tell('two examinees have their papers and answered question 1');
    const failed = await upgradeDuring(broken, 2);
    expect([failed.code, failed.text]).toEqual([1, expect.stringContaining(`The version before runs again: ${folderOf('1.0.0')}`)]);
    const done = await upgradeDuring(mended, 3);
    expect([done.code, done.text]).toEqual([0, expect.stringContaining('Version 1.1.0 runs')]);
    for (let number = 4; number <= questions; number += 1) await answerAll(number);
    for (const each of people) {
      await each.handIn();
      await each.receiptInHand();
    }
    tell('both have handed in and hold receipts');
  } finally {
    for (const each of people) await each.device.dispose();
  }
}

/** Kills the server, then cuts the power. The service comes back each time, with the exam. */
async function restartMachine(network: SchoolNetwork, page: Page, tell: Tell): Promise<void> {
  const getMainPid = (): string => network.runAtServer('systemctl show -p MainPID --value wenkao').text.trim();
  const isReady = (): number | null => network.runAtServer(`curl -fsk https://${serverName}/readyz`).code;
  const before = getMainPid();
  network.runAtServer('systemctl kill -s KILL wenkao');
  await expect.poll(() => [getMainPid() === before, isReady()]).toEqual([false, 0]);
  tell('killed, and back by itself');
  await network.cutPower();
  await network.boot();
  await expect.poll(isReady).toBe(0);
  tell('after a power cut the service starts at boot');
  const school = await new PageCalls(page).signIn(website, 'school', examineePassword);
  const { items } = await school.call(examCalls.getList, { pageSize: 5 });
  expect(items).toMatchObject([{ name: examName, handedInCount: 2 }]);
}
