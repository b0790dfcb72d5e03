import { expect, it } from 'vitest';
import { accountLimits } from '../../../server/limits.ts';
import { createSharedRateLimiter } from '../../../server/http/limits/rate-limiter.ts';
import { directorySecret as secret } from '../../fixtures/server/directory-double.ts';
import { validDirectoryDraft } from '../fixtures/resource-drafts.ts';
import { requireDone, seededPassword, startTestServer } from '../server-fixture.ts';

/**
 * Starts a server whose marker `type4` has an admission number and the same login name in the school's LDAP directory. Returns all ways in which this
 * marker can sign in.
 */
async function startWithWays() {
  const server = await startTestServer();
  const admin = await server.callAs(2);
  await requireDone(admin('/directory/set', { ...validDirectoryDraft, secret, version: 1 }));
  server.raw.prepare("UPDATE user SET ticket_no = 'T900001' WHERE id = ?").run(server.idOf('type4'));
  const of = { school_id: server.schoolIds[0] };
  return {
    server,
    byPassword: (login_pwd: string) => server.post('/user/login', { ...of, login_name: 'type4', login_pwd }),
    byTicket: (login_pwd: string) => server.post('/user/login', { ...of, login_name: 'T900001', login_pwd, login_type: 2 }),
    byDirectory: (login_pwd: string) => server.post('/directory/signIn', { ...of, login_name: 'type4', login_pwd }),
  };
}

it('password, ticket and directory share the limit of five guesses', async () => {
  const { server, byPassword, byTicket, byDirectory } = await startWithWays();
  const ways = [byPassword, byDirectory, byTicket];
  const codes: number[] = [];
  for (let n = 0; n < 9; n += 1) codes.push((await (ways[n % 3] ?? byPassword)(`guess ${n}`)).code);
  expect(codes).toEqual([1002, 1002, 1002, 1002, 1002, 1007, 1007, 1007, 1007]);
  server.time.nowMs += 3_000;
  expect((await byDirectory('guess 9')).code).toBe(1002);
  expect((await byPassword('guess 10')).code).toBe(1007);
});

it('a successful directory sign-in does not reset the limit of password guesses', async () => {
  const { server, byPassword, byDirectory } = await startWithWays();
  for (let n = 0; n < 5; n += 1) expect((await byPassword(`guess ${n}`)).code).toBe(1002);
  server.time.nowMs += 3_000;
  expect((await byDirectory('right-type4')).code).toBe(0);
  expect((await byPassword('guess 5')).code).toBe(1002);
  expect((await byPassword('guess 6')).code).toBe(1007);
});

it('all ways to sign in share the account’s hourly limit of sign-ins', async () => {
  const { server, byPassword, byDirectory } = await startWithWays();
  const rate = { limit: accountLimits.signInsPerHour, everyMs: 3_600_000 };
  await createSharedRateLimiter(server.deps, 'signIns', rate).admit(String(server.idOf('type4')), rate.limit - 1);
  expect((await byDirectory('right-type4')).code).toBe(0);
  expect((await byPassword(seededPassword)).code).toBe(1007);
});
