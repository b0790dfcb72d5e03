import { beforeEach, describe, expect, it } from 'vitest';
import { getPostgresUrl } from '../../../../tests/fixtures/postgres/test-database.ts';
import { defaultSettings } from '../../../../sync/contract/platform/system.ts';
import { jobState } from '../../../../sync/contract/codes.ts';
import { seededPassword, startTestServer, type CallAnswer } from '../../../../tests/contract/server-fixture.ts';
import { parseSystemSettings, createSystemReads } from './system-reads.ts';

type Call = (path: string, body: unknown) => Promise<CallAnswer>;
const hourMs = 3_600_000;

describe('the settings and tools of the platform', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let system: Call;
  beforeEach(async () => {
    server = await startTestServer();
    system = server.as(await server.openSession(9));
  });
  const modify = (change: object, version = 1) => system('/system/modifySettings', { ...defaultSettings, ...change, version });

  it('show the title and version of the specification until these are changed', async () => {
    expect((await server.post('/system/getPublic', {})).data).toEqual({
      demo: { websites: [], accounts: [], password: null },
      platformTitle: '云教育平台',
      platformVersion: 'v4.0.08',
      signInNotice: '',
      publicAddress: '',
    });
    expect((await system('/system/getSettings', {})).data).toEqual({ ...defaultSettings, version: 1, updatedMs: 0, updatedBy: '' });
    expect((await modify({ platformTitle: '全省技能评价平台', signInNotice: '周五维护' })).data).toEqual({ version: 2 });
    expect((await server.post('/system/getPublic', {})).data).toMatchObject({
      platformTitle: '全省技能评价平台',
      signInNotice: '周五维护',
      publicAddress: '',
    });
    expect((await system('/system/getSettings', {})).data).toMatchObject({ version: 2, updatedMs: server.time.nowMs, updatedBy: '用户9' });
  });

  it.each([
    [{ platformTitle: ' ' }, 'platformTitle'],
    [{ sessionIdleMinutes: 4 }, 'sessionIdleMinutes'],
    [{ sessionIdleMinutes: 120, sessionAbsoluteHours: 1 }, 'sessionIdleMinutes'],
    [{ sessionAbsoluteHours: 721 }, 'sessionAbsoluteHours'],
    [{ uploadImageMb: 0 }, 'uploadImageMb'],
    [{ uploadMediaMb: 1.5 }, 'uploadMediaMb'],
    [{ signInNotice: 'x'.repeat(501) }, 'signInNotice'],
    [{ platformVersion: undefined }, 'platformVersion'],
  ])('refuse %j and name the field', async (change, path) => {
    const answer = await modify(change);
    expect(answer.code).toBe(1001);
    expect((answer.data as { fields: { path: string }[] }).fields.map((fault) => fault.path)).toEqual([path]);
  });

  it('apply new session limits to open sessions, and revive no session that has ended', async () => {
    const open = server.as(await server.openSession(6));
    const login = async () => {
      const answer = await server.post('/user/login', { login_name: 'type6', login_pwd: seededPassword, school_id: server.schoolIds[0] });
      return server.as((answer.data as { token: string }).token);
    };
    await modify({ sessionIdleMinutes: 30, sessionAbsoluteHours: 2 });
    const fresh = await login();
    server.time.nowMs += hourMs / 2;
    expect((await open('/user/getInfo', {})).code).toBe(2001);
    expect((await fresh('/user/getInfo', {})).code).toBe(2001);

    const busy = await login();
    for (let halves = 0; halves < 4; halves += 1) {
      server.time.nowMs += hourMs / 2 - 1;
      expect((await busy('/user/getInfo', {})).code).toBe(0);
    }
    server.time.nowMs += 4;
    expect((await busy('/user/getInfo', {})).code).toBe(2001);
    system = server.as(await server.openSession(9));
    await modify({ sessionIdleMinutes: 600, sessionAbsoluteHours: 100 }, 2);
    expect((await busy('/user/getInfo', {})).code).toBe(2001);
  });

  it('set the maximum size of uploads', async () => {
    const limits = () => createSystemReads(server.deps.db).uploadMaxBytes();
    expect(await limits()).toEqual({ image: 5_242_880, document: 52_428_800, media: 2_147_483_648 });
    await modify({ uploadImageMb: 1 });
    expect((await limits()).image).toBe(1_048_576);
  });

  it('replace a stored value that this version refuses by its default', () => {
    expect(parseSystemSettings('{"platformTitle":"A","uploadImageMb":-1,"unknown":1}')).toEqual({ ...defaultSettings, platformTitle: 'A' });
  });

  it('show errors that browsers report without a session, stripped of personal data', async () => {
    const report = {
      name: 'TypeError',
      message: `no seat for "张三" 320102199001011234`,
      frames: ['assets/room-1.js:1:2'],
      page: '/student/exam/item/17',
      browser: 'Chrome 140',
    };
    expect((await server.post('/system/reportFault', report)).code).toBe(0);
    expect((await server.post('/system/reportFault', { ...report, name_of_user: '张三' })).code).toBe(1001);
    const { faults } = (await system('/system/getWatch', {})).data as { faults: unknown };
    expect(faults).toEqual([
      expect.objectContaining({ message: 'no seat for "…" …', pages: ['/student/exam/item/:id'], count: 1, frames: report.frames }),
    ]);
    expect(JSON.stringify(server.logged)).not.toMatch(/张三|320102/);
  });

  it('show the versions, and the storage in use', async () => {
    expect((await system('/system/getVersion', {})).data).toMatchObject({
      build: '0.0.0-test',
      schema: expect.stringMatching(/^\d{4}-/) as string,
      node: process.version,
      database: expect.stringMatching(getPostgresUrl() === undefined ? /^SQLite 3\./ : /^PostgreSQL \d/) as string,
    });
    expect((await system('/system/getStorage', {})).data).toEqual({
      folder: server.deps.inspection.folder,
      files: [{ name: 'wenkao.db', sizeBytes: 4096, fileCount: 1 }],
      disk: { freeBytes: 2 ** 40, totalBytes: 2 ** 41 },
      tables: [{ file: 'wenkao.db', name: 'school', rows: 2 }],
    });
  });

  it('back up in a background job, and show the reason of a failure', async () => {
    await server.deps.jobs.open();
    const backUp = async () => {
      const { jobId } = (await system('/system/backup', {})).data as { jobId: number };
      await server.deps.jobs.idle();
      return (await system('/job/getById', { id: jobId })).data;
    };
    expect(await backUp()).toMatchObject({ kind: 'backup', state: jobState.done });
    Object.assign(server.deps.backups, { make: () => Promise.reject(new Error('no space left on device')) });
    expect(await backUp()).toMatchObject({ state: jobState.failed, error: expect.stringContaining('no space left on device') as string });
    expect((await system('/system/getBackups', {})).data).toEqual({ folder: 'nowhere-backups', items: [] });
  });

  describe('the file check in the background', () => {
    const check = async () => {
      const { jobId } = (await system('/system/checkFiles', {})).data as { jobId: number };
      await server.deps.jobs.idle();
      return jobId;
    };
    beforeEach(() => server.deps.jobs.open());

    it('shows the job to the system user of the platform only', async () => {
      const id = await check();
      expect((await system('/job/getById', { id })).data).toMatchObject({
        kind: 'checkFiles',
        state: jobState.done,
        done: 1,
        total: 1,
        userName: '用户9',
        schoolTitle: '甲学院',
        result: { checked: ['wenkao.db'] },
      });
      const elsewhere = server.as(await server.openSession(9, server.schoolIds[1]));
      expect((await elsewhere('/job/getList', { filter: { kind: 'checkFiles', state: jobState.done } })).data).toMatchObject({ total: 1 });
      expect((await system('/job/getList', { filter: { state: jobState.waiting } })).data).toEqual({ items: [], total: 0 });
      const admin = server.as(await server.openSession(1));
      expect((await admin('/job/getList', {})).data).toEqual({ items: [], total: 0 });
      expect((await admin('/job/getById', { id })).code).toBe(1005);
      expect((await admin('/job/cancel', { id })).code).toBe(1005);
      expect(await system('/job/cancel', { id })).toMatchObject({ code: 1002, msg: '任务已经结束，不能再停止' });
      expect((await system('/job/getList', { sort: 'input' })).code).toBe(1001);
    });

    it('names the damaged file in the requested language', async () => {
      Object.assign(server.deps.inspection, { check: () => Promise.resolve(['page 7 is torn']) });
      const id = await check();
      const token = await server.openSession(9);
      const { data } = await server.post('/job/getById', { id }, { 'x-token': token, 'x-language': 'en' });
      expect(data).toMatchObject({ state: jobState.failed, error: expect.stringContaining('wenkao.db: page 7 is torn') as string });
    });
  });
});
