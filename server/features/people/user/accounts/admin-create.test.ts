import { beforeEach, expect, it } from 'vitest';
import { seededPassword, startTestServer } from '../../../../../tests/contract/server-fixture.ts';
import { readAuditEntries } from '../../../../../tests/fixtures/server/audit-entries.ts';
import { createOrResetAdmin } from './admin-create.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
const make = (wish: Partial<Parameters<typeof createOrResetAdmin>[1]>) =>
  createOrResetAdmin(
    { db: server.deps.db, audit: server.deps.audit, nowMs: server.time.nowMs },
    { website: 'demo', loginName: 'chief', name: '主任', type: 'school', reset: false, ...wish },
  );
const signIn = (login_name: string, login_pwd: string) =>
  server.post('/user/login', { login_name, login_pwd, school_id: server.schoolIds[0] });

beforeEach(async () => {
  server = await startTestServer();
});

it('createOrResetAdmin creates an administrator with a one-time password that the audit log does not have', async () => {
  const account = await make({});
  const { token } = (await signIn('chief', account.password)).data as { token: string };
  expect((await server.as(token)('/user/getInfo', {})).data).toMatchObject({ user: { must_change_password: true } });
  const [entry] = await readAuditEntries(server.deps.db);
  expect(entry).toMatchObject({ call: 'admin:create', school_id: server.schoolIds[0], entity: 'user', agent: 'console' });
  expect(entry?.detail).toContain('主任');
  expect(entry?.detail).not.toContain(account.password);
});

it('createOrResetAdmin gives an account a new password, enables it and ends its sessions', async () => {
  const token = await server.openSession(2);
  server.raw.exec("UPDATE user SET status = 0 WHERE login_name = 'type2'");
  const account = await make({ loginName: 'type2', reset: true });
  expect((await server.as(token)('/user/getInfo', {})).code).toBe(1004);
  expect((await signIn('type2', seededPassword)).code).toBe(1002);
  expect((await signIn('type2', account.password)).code).toBe(0);
});

it('createOrResetAdmin names what is missing: website code, free login name or existing account', async () => {
  await expect(make({ website: undefined })).rejects.toThrow('--school is required with several schools; it takes one of: demo, demo2');
  await expect(make({ website: 'nowhere' })).rejects.toThrow('no school with the website code "nowhere"');
  await expect(make({ loginName: 'type2' })).rejects.toThrow('use --reset to set a new password');
  await expect(make({ reset: true })).rejects.toThrow('has no account "chief"');
});
