import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiScopeCalls } from '../../../sync/contract/api-scope-calls.ts';
import { type ApiScope, apiScopes } from '../../../sync/contract/people/api-token.ts';
import { createApp } from '../../../server/app.ts';
import { createApiTokenStore } from '../../../server/features/people/user/sign-in/api-token-store.ts';
import { hashSessionToken } from '../../../server/features/people/user/sign-in/authenticator.ts';
import type { UserType } from '../../../sync/contract/roles.ts';
import { readAuditEntries } from '../../fixtures/server/audit-entries.ts';
import { validClassDraft } from '../fixtures/resource-drafts.ts';
import { allCalls, gateHandlers } from '../fixtures/every-call.ts';
import {
  allTypes,
  type CallAnswer,
  createClient,
  requireDone,
  seededPassword,
  startTestServer,
  type TestServer,
} from '../server-fixture.ts';

const dayMs = 24 * 3_600_000;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Inserts a token into the database, also for users who may not create one. */
async function plantToken(server: TestServer, userId: number, scopes: readonly ApiScope[]): Promise<string> {
  const token = `planted-${userId}-${scopes.join('-')}`;
  const { nowMs } = server.time;
  const row = { userId, tokenHash: hashSessionToken(token), name: '教务系统', scopes, nowMs, expiresMs: nowMs + dayMs };
  await createApiTokenStore(server.deps.db).add(row);
  return token;
}

describe('an API token makes exactly the calls that its owner and its scopes allow', () => {
  const needSession = allCalls.filter(({ access }) => access !== 'public' && access !== 'ticket');
  let server: TestServer;
  let post: ReturnType<typeof createClient>['post'];
  /** Checks that a caller is admitted: the handler of this test was reached (1002), or the input was refused (1001). */
  const isAdmitted = async (path: string, headers: Record<string, string>): Promise<boolean> =>
    [1001, 1002].includes((await post(path, {}, headers)).code);

  beforeAll(async () => {
    server = await startTestServer();
    ({ post } = createClient(createApp(server.deps, gateHandlers)));
  });

  it.each(allTypes)('owned by user type %i, with all scopes', async (type: UserType) => {
    const session = { 'x-token': await server.openSession(type) };
    const token = bearer(await plantToken(server, server.idOf(`type${type}`), apiScopes));
    const open = new Set([...apiScopeCalls.values()].flatMap((paths) => [...paths]));
    for (const { path } of needSession)
      expect([path, await isAdmitted(path, token)]).toEqual([path, open.has(path) && (await isAdmitted(path, session))]);
  });

  it.each(apiScopes)('with the scope %s alone', async (scope) => {
    const [school, enrolment] = await Promise.all(
      ([2, 11] as const).map(async (type) => bearer(await plantToken(server, server.idOf(`type${type}`), [scope]))),
    );
    for (const { path } of needSession) {
      const admitted = (await isAdmitted(path, school ?? {})) || (await isAdmitted(path, enrolment ?? {}));
      expect([path, admitted]).toEqual([path, apiScopeCalls.get(scope)?.has(path)]);
    }
  });

  it('no scope includes a call that shows or takes a secret', () => {
    const secret = /pwd|password|secret|^token|upload_?token|private|keys?$|release_?code|room_?code|rubric|stem|correct|answers?$/i;
    /** Field names that look secret but are not: whether a password is still the initial one, and the fields and answers of an application form. */
    const harmless = /_password$|^\/(enroll|declare)\/getById (answers|key)$/;
    const namesOf = (schema: unknown): string[] =>
      typeof schema !== 'object' || schema === null
        ? []
        : Object.entries(schema).flatMap(([name, value]) => [
            ...(name === 'properties' ? Object.keys(value as object) : []),
            ...namesOf(value),
          ]);
    const found = [...apiScopeCalls.values()].flatMap((paths) =>
      [...paths].flatMap((path) => {
        const call = allCalls.find((one) => one.path === path);
        if (call === undefined) return [`${path} is no call`];
        const schemas = [
          z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }),
          z.toJSONSchema(call.output, { unrepresentable: 'any' }),
        ];
        return [...new Set(schemas.flatMap(namesOf))]
          .filter((name) => secret.test(name))
          .map((name) => `${path} ${name}`)
          .filter((name) => !harmless.test(name));
      }),
    );
    expect(found).toEqual([]);
  });
});

describe('API tokens', () => {
  let server: TestServer;
  const draft = { login_pwd: seededPassword, name: '教务系统', scopes: ['readPeople', 'changePeople'], days: 30 };
  const make = async (input: object = {}, type: UserType = 2) =>
    requireDone<{ id: number; token: string }>((await server.callAs(type))('/user/addApiToken', { ...draft, ...input }));
  const call = (token: string, path: string, input: object = {}): Promise<CallAnswer> => server.post(path, input, bearer(token));

  beforeEach(async () => {
    server = await startTestServer();
  });

  it('read and change data for another system, and show their last use and audit entries', async () => {
    const { token } = await make();
    expect(JSON.stringify(server.raw.prepare('SELECT * FROM api_token').all())).not.toContain(token);
    expect((await call(token, '/class/add', { ...validClassDraft, name: '一班' })).code).toBe(0);
    expect((await call(token, '/class/getList')).data).toMatchObject({ items: [{ name: '一班' }] });
    expect(await call(token, '/exam/getList')).toMatchObject({ code: 1003 });
    const owner = await server.callAs(2);
    const { items, scopes } = await requireDone<{ items: object[]; scopes: string[] }>(owner('/user/getApiTokens', {}));
    expect(items).toMatchObject([{ name: '教务系统', scopes: ['readPeople', 'changePeople'], used_ms: server.time.nowMs }]);
    expect(scopes).toEqual(apiScopes);
    await server.deps.audit.settled();
    const entries = (await readAuditEntries(server.deps.db)).map(({ call: path, detail }) => [
      path,
      (JSON.parse(detail) as { via?: string }).via,
    ]);
    expect(entries).toEqual([
      ['/user/addApiToken', undefined],
      ['/class/add', '教务系统'],
      ['/exam/getList', '教务系统'],
    ]);
    const last = await requireDone<{ items: { id: number }[] }>(owner('/audit/getList', {}));
    expect((await owner('/audit/getById', { id: last.items[0]?.id })).data).toMatchObject({ via: '教务系统' });
  });

  it('are refused as session tokens, and session tokens as API tokens', async () => {
    const { token } = await make();
    expect((await server.as(token)('/class/getList', {})).code).toBe(1004);
    expect((await call(await server.openSession(2), '/class/getList')).code).toBe(1004);
  });

  it('need the owner’s password, and get no scope beyond the owner’s rights', async () => {
    const teacher = await server.callAs(6);
    expect((await teacher('/user/addApiToken', { ...draft, login_pwd: 'wrong' })).code).toBe(1001);
    const enrolment = await server.callAs(11);
    expect((await enrolment('/user/addApiToken', { ...draft, scopes: ['readExams'] })).data).toMatchObject({
      fields: [{ path: 'scopes' }],
    });
    expect((await enrolment('/user/addApiToken', { ...draft, scopes: ['decideApplications'] })).code).toBe(0);
    expect((await teacher('/user/addApiToken', draft)).code).toBe(0);
    expect((await teacher('/user/addApiToken', { ...draft, scopes: ['readPeople'] })).data).toMatchObject({ fields: [{ path: 'name' }] });
    expect((await (await server.callAs(3))('/user/addApiToken', draft)).code).toBe(1003);
  });

  it('end when they expire, are revoked, or the owner’s account or password changes', async () => {
    const { id, token } = await make();
    server.time.nowMs += 31 * dayMs;
    expect((await call(token, '/class/getList')).code).toBe(2001);
    const admin = await server.callAs(2);
    await requireDone(admin('/user/removeApiToken', { token_id: id }));
    expect((await call(token, '/class/getList')).code).toBe(1004);
    expect((await admin('/user/removeApiToken', { token_id: id })).code).toBe(1005);

    const teacher = server.idOf('type6');
    const version = () => server.raw.prepare<[number], number>('SELECT version FROM user WHERE id = ?').pluck().get(teacher) ?? 0;
    const ofTeacher = () => make({ scopes: ['readPeople'] }, 6);
    const disabled = await ofTeacher();
    expect((await call(disabled.token, '/class/getList')).code).toBe(0);
    await requireDone(admin('/user/setStatus', { items: [{ id: teacher, version: version() }], status: 0 }));
    expect((await call(disabled.token, '/class/getList')).code).toBe(1004);
    await requireDone(admin('/user/setStatus', { items: [{ id: teacher, version: version() }], status: 1 }));
    expect((await call(disabled.token, '/class/getList')).code).toBe(1004);
    const reset = await ofTeacher();
    await requireDone(admin('/user/resetPassword', { ids: [teacher] }));
    expect((await call(reset.token, '/class/getList')).code).toBe(1004);

    const own = await make({ name: '一卡通' });
    const change = { old_password: seededPassword, new_password: 'Steady-2027' };
    expect((await admin('/user/changePassword', change)).data).toMatchObject({ endedApiTokens: 1 });
    expect((await call(own.token, '/class/getList')).code).toBe(1004);
  });

  it('lose the rights that their owner loses', async () => {
    const { token } = await make({ scopes: ['readPeople'] }, 6);
    server.raw.prepare('UPDATE user SET user_type = 5 WHERE id = ?').run(server.idOf('type6'));
    expect((await call(token, '/class/getList')).code).toBe(1003);
    server.raw.prepare('UPDATE school SET status = 0 WHERE id = ?').run(server.schoolIds[0]);
    expect((await call(token, '/class/getList')).code).toBe(4000);
  });

  it('are hidden from another school, which cannot revoke them', async () => {
    const { id, token } = await make();
    const other = await server.callAs(2, 1);
    expect((await other('/user/getApiTokens', {})).data).toMatchObject({ items: [] });
    expect((await other('/user/removeApiToken', { token_id: id })).code).toBe(1005);
    expect((await call(token, '/class/getList')).code).toBe(0);
  });
});
