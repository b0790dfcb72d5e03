import { createHash, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { serialiseLockdown, noLockdown } from '../../../sync/contract/exams/lockdown.ts';
import { computeSebConfigKey } from '../../../server/features/exams/exam/readiness/safe-exam-browser.ts';
import { startExamRoom } from '../fixtures/exam-room.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Computes the config key of a settings file as SEB does, without using the product: it hashes the properties in alphabetical order. */
function keyOfFile(text: string): string {
  const pairs = [...text.matchAll(/<key>(\w+)<\/key>\s*<(string|integer|true|false)(?:\/>|>([^<]*)<)/g)].map(
    ([, name = '', kind, value = '']) =>
      `"${name}":${kind === 'string' ? `"${value.replaceAll('&amp;', '&')}"` : kind === 'integer' ? value : (kind ?? '')}`,
  );
  return sha256(`{${pairs.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).join(',')}}`);
}

it('a plan that requires Safe Exam Browser admits only browsers that prove its settings file', async () => {
  const room = await startExamRoom();
  const { planId, server, teacher, examinees } = room;
  const [one] = examinees;
  const browserKey = sha256('this version');
  const demand = (browserKeys: string[]) =>
    server.deps.db
      .updateTable('exam_plan')
      .set({ lockdown: serialiseLockdown({ ...noLockdown, seb: true, browserKeys }) })
      .where('id', '=', planId)
      .execute();
  await demand([]);
  const origin = 'https://exam.example.edu.cn';
  const file = await teacher(examCalls.getSebFile, { planId, origin: `${origin}/any/page` });
  expect(file.name).toMatch(/\.seb$/);
  expect(file.text).toContain(`<key>startURL</key>\n    <string>${origin}/student/home/${planId}</string>`);
  expect(file.text).toContain(sha256(file.quitWord));
  expect(keyOfFile(file.text)).toBe(file.configKey);
  expect(computeSebConfigKey({ b: 1, A: true, originatorVersion: 'SEB_Win_3' })).toBe(sha256('{"A":true,"b":1}'));

  const url = `${origin}/student/exam/item/${planId}`;
  const enter = async (seb?: object) => (await one.post('/exam/enter', { planId, deviceId, moveHere: false, ...(seb && { seb }) })).code;
  const deviceId = randomUUID();
  const proof = (of: string, key: string, browser = '') => ({ url: of, configKey: sha256(`${of}${key}`), browserKey: browser });
  expect(await enter()).toBe(1002);
  expect(await enter(proof(url, sha256('other settings')))).toBe(1002);
  // Refuses a hash that was made for another origin, and a hash that is sent from another page.
  expect(await enter(proof('https://elsewhere.test/', file.configKey))).toBe(1002);
  expect(await enter({ ...proof(url, file.configKey), url: `${origin}/other` })).toBe(1002);
  await demand([browserKey]);
  expect(await enter(proof(url, file.configKey))).toBe(1002);
  expect(await enter(proof(url, file.configKey, sha256(`${url}${sha256('another version')}`)))).toBe(1002);
  // SEB may send the hash in upper case. It hashes the address without the part after #.
  const right = proof(url, file.configKey, sha256(`${url}${browserKey}`).toUpperCase());
  expect(await enter({ ...right, url: `${url}#top` })).toBe(0);

  // Examinees learn that SEB is required, but get neither its keys nor the file.
  const told = (await one.read(examCalls.myList, {})).items[0]?.lockdown;
  expect(told).toEqual({ fullscreen: false, warnAt: 0, pauseAt: 0, reportAt: 0, seb: true });
  expect((await one.post('/exam/getSebFile', { planId, origin })).code).toBe(1003);
});
