import { expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { allCalls, gateHandlers } from '../fixtures/every-call.ts';
import { createClient, requireDone, seededPassword, startTestServer } from '../server-fixture.ts';

const needSession = allCalls.filter((call) => call.access !== 'public' && call.access !== 'ticket');

it('a user with an initial password can only sign out, change the password and sit an exam', async () => {
  const server = await startTestServer();
  const { post } = createClient(createApp(server.deps, gateHandlers));
  const tokens = await Promise.all(([1, 2, 6, 8] as const).map((type) => server.openSession(type)));
  server.raw.prepare('UPDATE user SET must_change = 1').run();
  const open = needSession.filter((call) => call.beforeOwnPassword === true).map((call) => call.path);
  expect(open.toSorted()).toEqual(
    ['getInfo', 'logout', 'getMe', 'changePassword', 'getSessions', 'removeSession']
      .map((verb) => `/user/${verb}`)
      .concat(['myList', 'getPackage', 'enter', 'release', 'myAnswers', 'readRevision'].map((verb) => `/exam/${verb}`))
      .toSorted(),
  );
  for (const call of needSession)
    for (const token of tokens) {
      const { code, msg } = await post(call.path, {}, { 'x-token': token });
      if (call.beforeOwnPassword === true) expect(code, call.path).not.toBe(1009);
      else expect([code, msg], call.path).toEqual([1009, '您正在使用他人设置的初始密码，请先修改密码']);
    }
});

it('changing the initial password opens all calls; a session by admission ticket needs no change', async () => {
  const server = await startTestServer();
  server.raw.prepare('UPDATE user SET must_change = 1').run();
  const teacher = await server.callAs(6);
  expect((await teacher('/paper/getList', {})).code).toBe(1009);
  await requireDone(teacher('/user/changePassword', { old_password: seededPassword, new_password: 'Another-2026' }));
  expect((await teacher('/paper/getList', {})).code).toBe(0);
  const token = await server.openSession(8);
  server.raw.prepare('UPDATE session SET without_password = 1').run();
  expect((await server.as(token)('/record/getList', {})).code).toBe(0);
});
