import { examCalls } from '../../sync/contract/exam.ts';
import { paperCalls } from '../../sync/contract/paper.ts';
import { userCalls } from '../../sync/contract/user.ts';
import { Examinee } from '../e2e/exam/examinee.ts';
import { ApiClient } from '../e2e/rig/api-client.ts';
import { FaultyProxy } from '../e2e/rig/faulty-proxy.ts';
import { freePort } from '../e2e/rig/free-port.ts';
import { ServerProcess } from '../e2e/rig/server-process.ts';

/** The README's picture: the player in mid-exam, its network gone. Part of `npm run screens`. */
const minuteMs = 60_000;
const examName = '2026 年第四季度电工（四级）理论知识考试';
const server = new ServerProcess(await freePort());
const link = new FaultyProxy(await freePort(), server.port, 1);
const examinee = new Examinee('examinee07', link);

try {
  await server.start();
  await link.online();
  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  const section = (title: string, type: 1 | 2 | 3 | 4, count: number, pointsEach: number) => ({
    title,
    type,
    count,
    pointsEach,
    categories: ['电工基础', '电机与变压器', '低压电器与控制', '测量与安全'],
    partial: false,
  });
  const draft = await teacher.call(paperCalls.add, {
    name: '电工（四级）理论知识',
    sections: [section('单项选择题', 1, 30, 2), section('多项选择题', 2, 6, 2), section('判断题', 3, 10, 2), section('填空题', 4, 4, 2)],
    rules: { layout: 'one', shuffleQuestions: true, shuffleOptions: true, passPoints: 60 },
  });
  const paper = await teacher.call(paperCalls.draw, { ...draft, seed: 7 });
  const { items } = await teacher.call(userCalls.getExamUserList, { page: 1, pageSize: 200 });
  const plan = await teacher.call(examCalls.add, {
    name: examName,
    paperId: paper.id,
    startMs: Date.now() + 20_000,
    durationMs: 90 * minuteMs,
    entryLimitMs: 30 * minuteMs,
    earliestHandInMs: 30 * minuteMs,
    notice: '',
    examineeIds: items.filter((item) => item.login_name === examinee.loginName).map((item) => item.id),
  });
  await teacher.call(examCalls.publish, { id: plan.id, version: plan.version });

  await examinee.sitDown();
  await examinee.signIn();
  await examinee.prepare(examName);
  await examinee.enter();
  await examinee.paperOpen();
  const { page } = examinee;
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 31, 32, 37, 38]) {
    await examinee.goTo(number);
    await page
      .getByLabel(`第 ${number} 题选项`)
      .getByRole('radio')
      .or(page.getByRole('checkbox'))
      .nth(number % 3 === 0 ? 1 : 0)
      .click();
  }
  for (const number of [4, 9]) {
    await examinee.goTo(number);
    await page.getByRole('button', { name: '标记', exact: true }).click();
  }
  await link.offline();
  for (const number of [12, 13, 14]) {
    await examinee.goTo(number);
    await page.getByLabel(`第 ${number} 题选项`).getByRole('radio').nth(2).click();
  }
  await page.getByText('网络已断开').waitFor();
  await page.screenshot({ path: 'docs/screens/player.png' });
  console.log('player');
} finally {
  await examinee.device.dispose();
  await link.offline();
  await server.dispose();
}
