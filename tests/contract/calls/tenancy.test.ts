import { beforeAll, describe, expect, it } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { readOnlyUserType, userTypes, type UserType } from '../../../sync/contract/roles.ts';
import { allCalls, hasIdInPath, isResourceCall } from '../fixtures/every-call.ts';
import { startTwoSchools } from '../fixtures/two-schools.ts';

/** Returns whether a call acts within one school. Calls that only platform administrators may make act on all schools. */
const isOfOneSchool = ({ access }: (typeof allCalls)[number]): boolean =>
  access === 'signedIn' || (Array.isArray(access) && access.some((role: string) => !['admin', 'system', 'db'].includes(role)));
/** User types that belong to a school. Types 1 and 9 belong to the platform. */
const ofASchool: readonly UserType[] = [2, 3, 4, 5, 6, 7, 8, 10, 11, 12];
const accessOf = (path: string) => allCalls.find((one) => one.path === path)?.access ?? [];
/** Returns the user types that may make the call, for callers from the second school. */
const strangersTo = (path: string): readonly UserType[] =>
  ofASchool.filter((type) => {
    const access = accessOf(path);
    return access === 'signedIn' || userTypes[type].roles.some((role) => (access as readonly string[]).includes(role));
  });
const onlyReads = (path: string, type: UserType): boolean => {
  const call = allCalls.find((one) => one.path === path);
  return type === readOnlyUserType && call?.changes === true && call.leaderMay !== true && call.access !== 'signedIn';
};
const secrets = /机密|甲卷|甲考试|甲班|用户8/;
/** Calls that name a school or a list of users. For rows of another school, the tests below expect a refusal or an omission. */
const otherwise = new Set([
  // An exam place (a site with exam rooms) of another school is shown without rooms.
  '/examRoom/getOptions',
  '/audit/getList',
  '/question/getList',
  '/user/getList',
  // These calls name professions and trades, which belong to no school.
  '/question/getPoints',
  '/question/add',
  '/question/importPreview',
  '/question/importCheck',
  '/question/import',
  '/user/add',
  // A question of another school is skipped. A class of another school has no students of the caller's school.
  '/exercise/record',
  // Stores only rows of the caller. A question that no practice pack of the caller's school contains is never shown.
  '/exercise/keepOwn',
  '/task/getStudents',
  '/progress/getList',
  '/progress/getOverview',
  '/user/getListByIds',
  // Leaves out the rows of other schools, tested in learning.test.ts.
  '/courseware/getListByIds',
  '/user/getExamUserList',
  '/user/getCount',
  '/user/importPreview',
  '/user/import',
  '/enroll/getList',
  '/declare/getList',
  // The ids in its input come from a learning platform and name no rows here.
  '/lti/set',
]);

/** Calls about professions and detail tables, which all schools share. */
const catalogue = allCalls
  .map(({ path }) => path)
  .filter((path) =>
    /^\/prof\/(?:add|getById|modify|setStatus|remove|setOffered|setArea)$|^\/detail\/get(?:List|ById)$|^\/paper\/blueprintSupply$/.test(
      path,
    ),
  );
const takers = allCalls
  .filter((call) => isOfOneSchool(call) && hasIdInPath(call.path) && !otherwise.has(call.path) && !isResourceCall(call.path))
  .map((call) => call.path)
  .filter((path) => !catalogue.includes(path));
/** Calls of declared resources whose inputs name other rows as well. resources.sqlite.test.ts tests the ids of the resources themselves. */
const ofThings = ['/class/getById', '/class/modify', '/class/remove', '/courseware/add', '/courseware/modify'];

describe('ids of another school', () => {
  let world: Awaited<ReturnType<typeof startTwoSchools>>;
  beforeAll(async () => {
    world = await startTwoSchools();
  });

  it('the exceptions of this test are all calls that take ids', () =>
    expect([...otherwise].filter((path) => !hasIdInPath(path))).toEqual([]));

  it.each([...takers, ...ofThings])('%s answers 1005 to every caller of another school, as to ids that do not exist', async (path) => {
    for (const type of strangersTo(path)) {
      const answer = await (await world.as(type, 1))(path, world.inputOf(path));
      expect(answer.code, `${path} as type ${type}`).toBe(onlyReads(path, type) ? 1003 : 1005);
      expect(JSON.stringify(answer), path).not.toMatch(secrets);
    }
  });

  it('calls on the shared catalogue of professions show and change only the caller’s school', async () => {
    const { server } = world;
    const offers = server.raw.prepare('SELECT * FROM school_profession WHERE school_id = ?');
    const [before] = [offers.all(server.schoolIds[0])];
    expect(before).toHaveLength(1);
    for (const path of catalogue)
      for (const type of strangersTo(path)) {
        const answer = await (await world.as(type, 1))(path, world.inputOf(path));
        expect(answer.code === 1003, `${path} as type ${type}`).toBe(onlyReads(path, type));
        expect(JSON.stringify(answer), path).not.toMatch(secrets);
        expect(JSON.stringify(answer), path).not.toMatch(/"offered":true/);
      }
    expect(offers.all(server.schoolIds[0])).toEqual(before);
    const [stranger, own] = [await world.as(2, 1), await world.as(2, 0)];
    expect((await stranger('/prof/setArea', world.inputOf('/prof/setArea'))).code).toBe(1005);
    const supplied = async (call: typeof own) =>
      ((await call('/paper/blueprintSupply', world.inputOf('/paper/blueprintSupply'))).data as { cells: { have: number }[] }).cells.map(
        (cell) => cell.have,
      );
    expect(await supplied(own)).toContain(1);
    expect(new Set(await supplied(stranger))).toEqual(new Set([0]));
  });

  it('people are left out of lists, and a foreign school id is refused', async () => {
    const { server, studentId, classroom, person } = world;
    const [school] = server.schoolIds;
    for (const type of [2, 6] as const) {
      const stranger = await world.as(type, 1);
      expect((await stranger('/user/getListByIds', { ids: [studentId] })).data).toEqual({ items: [] });
      const { items } = (await stranger('/user/getList', { pageSize: 200 })).data as { items: { school_id: number }[] };
      expect(new Set(items.map((item) => item.school_id))).toEqual(new Set([server.schoolIds[1]]));
      expect(await stranger('/user/getList', { filter: { class_id: classroom.id } })).toMatchObject({ data: { items: [], total: 0 } });
      const rows = [{ row: 2, cells: { name: '乙', login_name: 'yi' } }];
      const sheet = { school_id: school, user_type: 7, rows, addClasses: false };
      for (const [path, input] of [
        ['/user/getList', { filter: { school_id: school } }],
        ['/user/getCount', { school_id: school }],
        ['/user/add', { ...person, login_name: 'new1', user_type: 7, school_id: school }],
        ['/user/importPreview', sheet],
        ['/user/import', { ...sheet, mode: 'good' }],
      ] as const)
        expect((await stranger(path, input)).code, path).toBe(1003);
    }
    const stranger = await world.as(2, 1);
    expect((await stranger('/user/add', { ...person, login_name: 'new1', user_type: 7 })).code).toBe(1005);
    const classOf = { ...createBlankDraft(classResource), name: '乙班' };
    expect((await stranger('/class/add', { ...classOf, headTeacherId: studentId })).code).toBe(1005);
    expect((await stranger('/class/getList', {})).data).toEqual({ items: [], total: 0 });
    expect((await stranger('/class/getOptions', {})).data).toEqual({ items: [] });
  });

  it('the audit log returns no entries of another school', async () => {
    const { server, studentId } = world;
    const stranger = await world.as(2, 1);
    for (const filter of [{ schoolId: server.schoolIds[0] }, { userId: studentId }, { entity: 'user', entityId: String(studentId) }, {}]) {
      const { code, data } = await stranger('/audit/getList', { filter, pageSize: 200 });
      expect([0, 1003]).toContain(code);
      const { items } = (data ?? { items: [] }) as { items: { schoolId: number | null }[] };
      expect(items.filter((item) => item.schoolId !== server.schoolIds[1])).toEqual([]);
    }
  });

  it('a plan answers 1005 to an examinee of the same school who is not in it', async () => {
    const student = await world.as(7, 0);
    for (const planId of [world.plan.id, world.task.id])
      for (const path of ['/exam/getPackage', '/exam/enter', '/exam/release', '/exam/myAnswers', '/exam/myScore', '/task/myScore'])
        expect((await student(path, world.inputOf(path, { planId }))).code, path).toBe(1005);
  });

  it('rows of another school are in no list', async () => {
    const stranger = await world.as(6, 1);
    for (const path of ['/question/getList', '/paper/getList', '/exam/getList'])
      expect((await stranger(path, {})).data, path).toEqual({ items: [], total: 0 });
    expect((await stranger('/question/getCategories', {})).data).toEqual({ items: [] });
    expect((await stranger('/paper/getCategories', { shelf: 'exam' })).data).toEqual({ items: [] });
    expect((await (await world.as(8, 1))('/exam/myList', {})).data).toMatchObject({ items: [] });
    for (const [type, path] of [
      [2, '/form/getList'],
      [11, '/batch/getList'],
      [2, '/declaration/getList'],
      [11, '/enroll/getList'],
      [2, '/declare/getList'],
    ] as const)
      expect((await (await world.as(type, 1))(path, {})).data, path).toEqual({ items: [], total: 0 });
    const { items } = (await stranger('/user/getExamUserList', {})).data as { items: { id: number }[] };
    expect(items.map((item) => item.id)).not.toContain(world.examinee);
    // Filtering by a class of the other school returns none of its users either.
    const inClass = { filter: { class_id: world.classroom.id } };
    expect((await stranger('/user/getExamUserList', inClass)).data).toEqual({ items: [], total: 0 });
  });

  it('questions and papers of another school cannot be used in own papers and plans', async () => {
    const stranger = await world.as(6, 1);
    const text = JSON.stringify({ question: '乙题', options: ['(A)甲', '(B)乙'], label: 'A' });
    await stranger('/question/import', {
      fileName: 'q.jsonl',
      content: Buffer.from(text).toString('base64'),
      category: '乙库',
      mode: 'all',
      skipDuplicates: false,
    });
    await world.server.deps.jobs.idle();
    const sections = [{ title: '单选', type: 1, count: 2, pointsEach: 2, categories: [], partial: false }];
    const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 2 };
    const own = (await stranger('/paper/add', { name: '乙卷', sections, rules })).data as { id: number; version: number };
    // The draw needs two questions. The caller's school has one; the three questions of the other school must not be drawn.
    expect((await stranger('/paper/draw', own)).code).toBe(1002);
    expect((await stranger('/exam/add', { ...world.inputOf('/exam/add'), paperId: own.id })).code).toBe(1005);
  });

  it('28: the header X-School, which a balancer may use, does not change what a caller sees', async () => {
    const { schoolIds, openSession, post } = world.server;
    const token = await openSession(6, schoolIds[1]);
    const list = (more = {}) => post('/paper/getList', {}, { 'x-token': token, ...more });
    const own = await list();
    expect(own.code).toBe(0);
    for (const school of [schoolIds[0], 999_999, 'x']) expect(await list({ 'x-school': String(school) })).toEqual(own);
  });

  it('rows of the first school are unchanged after all these tests', async () => {
    const { teacher, plan, paper, draft } = world;
    expect((await teacher('/paper/getById', { id: paper.id })).data).toMatchObject({ name: '甲卷', questionCount: 2 });
    expect((await teacher('/exam/getById', { id: plan.id })).data).toMatchObject({ name: '甲考试', version: plan.version });
    expect((await teacher('/exam/getById', { id: draft.id })).data).toMatchObject({ status: 0, version: draft.version });
  });
});
