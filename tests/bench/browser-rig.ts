import type { CDPSession, Page } from '@playwright/test';
import { examCalls } from '../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../sync/contract/papers/paper.ts';
import { userCalls } from '../../sync/contract/people/user.ts';
import { Examinee } from '../e2e/exam/examinee.ts';
import { ApiClient } from '../e2e/rig/api-client.ts';
import { measuredBrowserArgs } from '../e2e/browser-finder.ts';
import { BrowserDevice } from '../e2e/rig/device.ts';
import { FaultyProxy } from '../e2e/rig/faulty-proxy.ts';
import { findFreePort } from '../e2e/rig/free-port.ts';
import { BrowserTestServer } from '../e2e/rig/server-process.ts';

export const benchExamName = '二百题';

/** Starts a server with a published paper of 200 questions whose exam starts in 4 s, and a browser for one examinee. */
export async function openExam() {
  const server = new BrowserTestServer(await findFreePort());
  await server.start();
  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  const section = { pointsEach: 0.5, partial: false };
  const paper = await teacher.call(paperCalls.add, {
    name: benchExamName,
    sections: [
      { ...section, title: '单选', type: 1, count: 195, categories: [] },
      { ...section, title: '填空', type: 4, count: 5, categories: [] },
    ],
    rules: { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 60 },
  });
  const drawn = await teacher.call(paperCalls.draw, paper);
  const users = await teacher.call(userCalls.getExamUserList, { filter: { keyword: 'examinee01' } });
  const examinee = users.items.find((user) => user.login_name === 'examinee01');
  if (!examinee) throw new Error('the demo data has no examinee01');
  const plan = await teacher.call(examCalls.add, {
    name: benchExamName,
    paperId: drawn.id,
    startMs: Date.now() + 4_000,
    durationMs: 7_200_000,
    entryLimitMs: 7_200_000,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: [examinee.id],
  });
  await teacher.call(examCalls.publish, plan);
  const link = new FaultyProxy(await findFreePort(), server.port, 1);
  await link.online();
  const person = new Examinee('examinee01', link, new BrowserDevice(undefined, undefined, measuredBrowserArgs()));
  const close = async (): Promise<void> => {
    await person.device.dispose();
    await link.offline();
    await server.dispose();
  };
  return { server, link, person, close };
}

/** Signs the examinee in at their PC and opens the paper. */
export async function openPaperInBrowser(person: Examinee): Promise<void> {
  await person.sitDown();
  await person.signIn();
  await person.prepare(benchExamName);
  await person.enter();
  await person.paperOpen();
}

/** Slows the renderer down `times` times, like an old PC in an exam room. */
export async function slowDown(page: Page, times: number): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
  return devtools;
}
