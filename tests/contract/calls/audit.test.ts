import { beforeEach, describe, expect, it } from 'vitest';
import { refuseWrites } from '../../fixtures/postgres/test-database.ts';
import { createApp, createHandlers } from '../../../server/app.ts';
import { runUnitOfWork } from '../../../server/resources/unit-of-work.ts';
import { createJobRunner } from '../../../server/jobs/job-runner.ts';
import { readAuditEntries } from '../../fixtures/server/audit-entries.ts';
import { seededPassword, startTestServer, createClient } from '../server-fixture.ts';

type Server = Awaited<ReturnType<typeof startTestServer>>;
const paper = {
  name: '甲卷',
  sections: [{ title: '单选', type: 1, count: 2, pointsEach: 2, categories: [], partial: false }],
  rules: { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 2 },
};

describe('the audit log', () => {
  let server: Server;
  const entries = async () => {
    await server.deps.audit.settled();
    return (await readAuditEntries(server.deps.db)).map((row) => ({
      ...row,
      detail: JSON.parse(row.detail) as Record<string, unknown>,
    }));
  };
  beforeEach(async () => {
    server = await startTestServer();
  });

  it('contains every changing call before its answer leaves, and no call that only reads', async () => {
    const teacher = server.as(await server.openSession(6));
    await teacher('/paper/getList', {});
    const { code } = await server.post('/paper/add', paper, {
      'x-token': await server.openSession(6),
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    });
    expect(code).toBe(0);
    const rows = await readAuditEntries(server.deps.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      seq: 1,
      at_ms: server.time.nowMs,
      call: '/paper/add',
      code: 0,
      school_id: server.schoolIds[0],
      user_name: '用户6',
      login_name: 'type6',
      user_type: 6,
      agent: 'Chrome/141 · Windows NT 10.0',
    });
    expect(JSON.parse(rows[0]?.detail ?? '')).toMatchObject({ input: { name: '甲卷' } });
  });

  it('contains successful and failed sign-ins with the typed name, never the password', async () => {
    const [school_id] = server.schoolIds;
    await server.post('/user/login', { login_name: 'type8', login_pwd: seededPassword, school_id });
    await server.post('/user/login', { login_name: 'type8', login_pwd: 'Wrong-2026', school_id });
    await server.post('/user/login', { login_name: 'nobody', login_pwd: 'Wrong-2026', school_id });
    await server.post('/user/login', { login_name: '', login_pwd: 'Wrong-2026', school_id });
    const rows = await entries();
    expect(rows.map((row) => [row.code, row.user_name, row.login_name, row.entity])).toEqual([
      [0, '用户8', 'type8', 'user'],
      [1002, '', 'type8', 'user'],
      [1002, '', 'nobody', 'user'],
    ]);
    expect(rows[0]?.entity_id).toBe(rows[1]?.entity_id);
    expect(rows[2]?.entity_id).toBe('');
    expect(JSON.stringify(rows)).not.toMatch(/Wrong-2026|Wenkao-2026/);
  });

  it('contains forbidden calls, including reads, but no calls with invalid input', async () => {
    const examinee = server.as(await server.openSession(8));
    expect((await examinee('/exam/getById', { id: 1 })).code).toBe(1003);
    const leader = server.as(await server.openSession(3));
    expect((await leader('/paper/add', paper)).code).toBe(1003);
    const teacher = server.as(await server.openSession(6));
    expect((await teacher('/paper/add', {})).code).toBe(1001);
    expect((await teacher('/paper/modify', { ...paper, id: 999, version: 1 })).code).toBe(1005);
    expect((await entries()).map((row) => [row.call, row.code, row.user_type])).toEqual([
      ['/exam/getById', 1003, 8],
      ['/paper/add', 1003, 3],
    ]);
  });

  it('counts a flood of refusals instead of storing each', async () => {
    const examinee = server.as(await server.openSession(8));
    for (let n = 0; n < 100; n += 1) await examinee('/exam/getById', { id: 1 });
    expect(await entries()).toHaveLength(60);
    server.time.nowMs += 60_000;
    await examinee('/exam/getById', { id: 1 });
    expect((await entries()).at(-1)?.detail).toMatchObject({ leftOut: 40 });
  });

  it('contains a call that failed half-way, because it may have changed something', async () => {
    const handlers = createHandlers({ ...server.deps, jobs: createJobRunner(server.deps) });
    const broken = { ...handlers, paper: { ...handlers.paper, add: () => Promise.reject(new Error('bug')) } };
    const { post } = createClient(createApp(server.deps, broken));
    expect((await post('/paper/add', paper, { 'x-token': await server.openSession(6) })).code).toBe(5000);
    expect(await entries()).toMatchObject([{ call: '/paper/add', code: 5000 }]);
  });

  it('contains no row of a bulk change that failed and was rolled back', async () => {
    const school = server.as(await server.openSession(2));
    const ids = ['type5', 'type7', 'type8'].map((name) => server.idOf(name));
    refuseWrites(server.raw, 'user', 'UPDATE', `NEW.id = ${ids[2]}`);
    const answer = await school('/user/setStatus', { items: ids.map((id) => ({ id, version: 1 })), status: 0 });
    expect(answer.code).toBe(5000);
    expect((await entries()).map((row) => [row.code, row.entity_id])).toEqual([[5000, '']]);
    expect(server.raw.prepare('SELECT DISTINCT status FROM user').pluck().all()).toEqual([1]);
  });

  it('writes entries of a handler in the handler’s transaction, and rolls them back with it', async () => {
    const { db } = server.deps;
    let fails = true;
    const handlers = createHandlers({ ...server.deps, jobs: createJobRunner(server.deps) });
    const noting = {
      ...handlers,
      paper: {
        ...handlers.paper,
        add: (_input: unknown, { audit, caller }: Parameters<typeof handlers.paper.add>[1]) =>
          runUnitOfWork(db, caller.schoolId, {}, async (tx) => {
            await tx.updateTable('user').set({ name: '改名' }).where('id', '=', caller.userId).execute();
            await audit.noteIn(tx, {
              entity: 'user',
              id: caller.userId,
              before: { name: '用户6', status: 1 },
              after: { name: '改名', status: 1 },
            });
            if (fails) throw new Error('rolled back');
            return { id: 1, version: 1 };
          }),
      },
    };
    const { post } = createClient(createApp(server.deps, noting));
    const token = await server.openSession(6);
    expect((await post('/paper/add', paper, { 'x-token': token })).code).toBe(5000);
    expect(await entries()).toMatchObject([{ code: 5000, entity: '' }]);
    fails = false;
    expect((await post('/paper/add', paper, { 'x-token': token })).code).toBe(0);
    const rows = await entries();
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({ code: 0, entity: 'user', detail: { before: { name: '用户6' }, after: { name: '改名' } } });
    expect(rows[1]?.detail['before']).toEqual({ name: '用户6' });
  });

  it('leaves out pushes, which the op log records', async () => {
    await server.post('/sync/time', {});
    await server.post('/sync/push', {});
    expect(await entries()).toEqual([]);
  });

  it('is append-only in the database', async () => {
    const teacher = server.as(await server.openSession(6));
    await teacher('/paper/add', paper);
    expect(() => server.raw.exec('UPDATE audit SET code = 1')).toThrow(/append-only/);
    expect(() => server.raw.exec('DELETE FROM audit')).toThrow(/append-only/);
  });

  it('keeps entries of reads that the disk refused, and writes them with the next entry', async () => {
    const school = server.as(await server.openSession(2));
    const relieve = refuseWrites(server.raw, 'audit', 'INSERT', 'true');
    const [one, other] = [server.idOf('type7'), server.idOf('type8')];
    // The call only reads, but the audit log records who saw the ID number.
    const look = (id: number) => school('/user/getIdNumber', { id });
    expect((await look(one)).code).toBe(0);
    expect(server.deps.audit.waiting).toBe(1);
    relieve();
    await look(other);
    expect(server.deps.audit.waiting).toBe(0);
    expect((await entries()).map((row) => row.detail['input'])).toMatchObject([{ id: one }, { id: other }]);
  });

  it('a change is rolled back if the disk refuses its audit entry', async () => {
    const teacher = server.as(await server.openSession(6));
    const relieve = refuseWrites(server.raw, 'audit', 'INSERT', 'true');
    expect((await teacher('/paper/add', paper)).code).toBe(5000);
    relieve();
    expect((await teacher('/paper/getList', {})).data).toMatchObject({ total: 0 });
  });

  it('shows a school its own entries, and all entries to platform and system administrators', async () => {
    const [one, other] = server.schoolIds;
    for (const at of [one, other]) await server.as(await server.openSession(6, at))('/paper/add', paper);
    const { post } = server;
    await post('/user/login', { login_name: 'type1', login_pwd: seededPassword, school_id: one });
    const seenBy = async (type: 1 | 2 | 3 | 9, at: number = one) => {
      const { data } = await server.as(await server.openSession(type, at))('/audit/getList', {});
      return (data as { items: { call: string; schoolId: number | null }[] }).items.map((item) => [item.call, item.schoolId]);
    };
    const all = [
      ['/user/login', null],
      ['/paper/add', other],
      ['/paper/add', one],
    ];
    expect(await seenBy(1)).toEqual(all);
    expect(await seenBy(9, other)).toEqual(all);
    expect(await seenBy(2)).toEqual([['/paper/add', one]]);
    expect(await seenBy(3, other)).toEqual([['/paper/add', other]]);
    const school = server.as(await server.openSession(2));
    expect((await school('/audit/getList', { filter: { schoolId: other } })).data).toMatchObject({ items: [{ schoolId: one }], total: 1 });
    expect((await school('/audit/getKinds', {})).data).toEqual({ calls: ['/paper/add'], entities: ['paper'] });
    expect((await school('/audit/getList', { sort: 'ip' })).code).toBe(1001);
  });

  it('filters by time, person, call, entity and outcome', async () => {
    const admin = server.as(await server.openSession(1));
    const [school_id] = server.schoolIds;
    const startMs = server.time.nowMs;
    await server.post('/user/login', { login_name: 'type2', login_pwd: seededPassword, school_id });
    server.time.nowMs += 1000;
    await server.post('/user/login', { login_name: 'type4', login_pwd: 'wrong', school_id });
    server.time.nowMs += 1000;
    await server.deps.audit.settled();
    await server.as(await server.openSession(6))('/paper/add', paper);
    await server.deps.audit.settled();
    const found = async (filter: object) => {
      const { data } = await admin('/audit/getList', { filter });
      return (data as { items: { id: number }[] }).items.map((item) => item.id);
    };
    expect(await found({})).toEqual([3, 2, 1]);
    expect(await found({ fromMs: startMs + 1000 })).toEqual([3, 2]);
    expect(await found({ toMs: startMs + 1000 })).toEqual([1]);
    expect(await found({ who: 'TYPE4' })).toEqual([2]);
    expect(await found({ who: '用户6' })).toEqual([3]);
    expect(await found({ who: '%' })).toEqual([]);
    expect(await found({ call: '/user/login' })).toEqual([2, 1]);
    expect(await found({ entity: 'user', outcome: 'refused' })).toEqual([2]);
    expect(await found({ outcome: 'done' })).toEqual([3, 1]);
    const { data } = await admin('/audit/getById', { id: 1 });
    expect(data).toMatchObject({ id: 1, entity: 'user', input: { login_pwd: '***' }, before: null, after: null, leftOut: 0 });
  });
});
