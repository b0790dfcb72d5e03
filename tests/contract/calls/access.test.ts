import { beforeAll, describe, expect, it } from 'vitest';
import { readOnlyUserType, userTypes, type UserType } from '../../../sync/contract/roles.ts';
import { createApp } from '../../../server/app.ts';
import { allCalls, gateHandlers } from '../fixtures/every-call.ts';
import { allTypes, createClient, startTestServer } from '../server-fixture.ts';

const needSession = allCalls.filter((call) => call.access !== 'public' && call.access !== 'ticket');
const needNone = allCalls.filter((call) => call.access === 'public' || call.access === 'ticket');

/** Response codes of a caller whose role is admitted: the input was refused (1001), or the handler, which always answers 1002, was reached. */
const admitted = [1001, 1002];

describe('who may make which call', () => {
  let post: ReturnType<typeof createClient>['post'];
  const tokens = new Map<UserType, string>();

  beforeAll(async () => {
    const server = await startTestServer();
    ({ post } = createClient(createApp(server.deps, gateHandlers)));
    for (const type of allTypes) tokens.set(type, await server.openSession(type));
  });

  it('the calls without a session are exactly the listed ones', () => {
    expect(allCalls.length).toBeGreaterThan(25);
    expect(needNone.map((call) => call.path)).toEqual([
      '/user/login',
      '/user/isExist',
      '/user/addRS',
      '/directory/getPublic',
      '/directory/signIn',
      '/directory/begin',
      '/directory/finish',
      '/lti/begin',
      '/lti/finish',
      '/school/getByWebsite',
      // A room's machine (a PC of an exam room) registers at its seat with the code of the room, without a session.
      '/exam/registerMachine',
      // A room's machine authenticates with the ticket that it got when it was registered at its seat.
      '/exam/machineWork',
      '/exam/machinePackage',
      '/exam/machineReport',
      '/certificate/verify',
      '/system/getPublic',
      '/system/reportFault',
      '/sync/push',
      '/sync/pull',
      '/sync/piece',
      '/sync/time',
      '/batch/getShown',
    ]);
  });

  it.each(needNone.map((call) => [call.path]))('%s needs no session', async (path) => {
    expect(admitted).toContain((await post(path, {})).code);
  });

  it.each(needSession.map((call) => [call.path]))('%s refuses callers without a session', async (path) => {
    expect((await post(path, {})).code).toBe(1004);
    expect((await post(path, {}, { 'x-token': '' })).code).toBe(1004);
    expect((await post(path, {}, { 'x-token': 'A'.repeat(43) })).code).toBe(1004);
  });

  it.each(needSession.map((call) => [call.path, call] as const))('%s admits the listed roles only', async (path, call) => {
    const answers = await Promise.all(
      allTypes.map(async (type) => {
        const listed =
          call.access === 'signedIn' || userTypes[type].roles.some((role) => (call.access as readonly string[]).includes(role));
        const mayChange = call.leaderMay === true || !(call.changes && call.access !== 'signedIn' && type === readOnlyUserType);
        const { code } = await post(path, {}, { 'x-token': tokens.get(type) ?? '' });
        return { type, expected: listed && mayChange, admitted: admitted.includes(code), code };
      }),
    );
    for (const answer of answers) {
      expect(answer.admitted, `type ${answer.type}`).toBe(answer.expected);
      expect(answer.expected || answer.code === 1003, `type ${answer.type}: ${answer.code}`).toBe(true);
    }
  });
});
