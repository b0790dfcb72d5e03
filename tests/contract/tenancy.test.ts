import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readOnlyUserType, userTypes, type UserType } from '../../sync/contract/roles.ts';
import { everyCall } from './every-call.ts';
import { startServer, type Answer } from './server-fixture.ts';

type Call = (path: string, body: unknown) => Promise<Answer>;
const minuteMs = 60_000;

/** One school with a question, a paper, a draft plan and a published one; and everybody who has no business with them. */
async function twoSchools() {
  const server = await startServer();
  const as = async (type: UserType, at: 0 | 1): Promise<Call> => server.as(await server.openSession(type, server.schoolIds[at]));
  const teacher = await as(6, 0);
  const done = async <T>(answer: Promise<Answer>): Promise<T> => {
    const { code, msg, data } = await answer;
    if (code !== 0) throw new Error(`${code}: ${msg}`);
    return data as T;
  };
  const text = [1, 2, 3]
    .map((n) => JSON.stringify({ question: `第 ${n} 题的机密题干`, options: ['(A)甲', '(B)乙'], label: 'A' }))
    .join('\n');
  await server.deps.jobs.open();
  const file = { fileName: 'q.jsonl', content: Buffer.from(text).toString('base64'), category: '甲库' };
  await done(teacher('/question/import', { ...file, mode: 'all', skipDuplicates: false }));
  await server.deps.jobs.idle();
  const { items: questions } = await done<{ items: { id: number }[] }>(teacher('/question/getList', {}));
  const sections = [{ title: '单选', type: 1, count: 2, pointsEach: 2, categories: [], partial: false }];
  const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 2 };
  const paperDraft = { name: '甲卷', sections, rules };
  const made = await done<{ id: number; version: number }>(teacher('/paper/add', paperDraft));
  const paper = await done<{ id: number; version: number }>(teacher('/paper/draw', made));
  const { items: sitters } = await done<{ items: { id: number; login_name: string }[] }>(teacher('/user/getExamUserList', {}));
  const examinee = sitters.find((sitter) => sitter.login_name === 'type8')?.id;
  const planDraft = {
    name: '甲考试',
    paperId: paper.id,
    startMs: server.time.nowMs + 60 * minuteMs,
    durationMs: 60 * minuteMs,
    entryLimitMs: 15 * minuteMs,
    earliestHandInMs: 30 * minuteMs,
    notice: '',
    examineeIds: [examinee],
  };
  const draft = await done<{ id: number; version: number }>(teacher('/exam/add', planDraft));
  const plan = await done<{ id: number; version: number }>(teacher('/exam/publish', await done(teacher('/exam/add', planDraft))));
  const question = questions[0]?.id ?? 0;
  const oneQuestion = { id: question, version: 1 };
  const questionDraft = {
    type: 1,
    stem: '改写',
    options: [
      { id: 'A', html: '甲' },
      { id: 'B', html: '乙' },
    ],
    key: { kind: 'choice', right: ['A'] },
    analysis: '',
    difficulty: 2,
    category: '',
    source: '',
  };
  const job = server.raw
    .prepare("INSERT INTO job (kind, input, school_id, user_id, created_ms) VALUES ('backup', '{}', ?, ?, 0) RETURNING id")
    .pluck()
    .get(server.schoolIds[0], examinee);
  const deviceId = server.deps.chance.uuid();
  const theirSession = server.raw
    .prepare('SELECT max(id) FROM session WHERE user_id IN (SELECT id FROM user WHERE school_id = ?)')
    .pluck()
    .get(server.schoolIds[0]);
  const admin = await as(2, 0);
  const { items: entries } = await done<{ items: { id: number }[] }>(admin('/audit/getList', {}));
  const room = { name: '甲班', grade: '2026', head_teacher_id: null, teacher_ids: [], note: '' };
  const classroom = await done<{ id: number; version: number }>(admin('/class/add', room));
  const person = {
    name: '机密学生',
    login_name: 'secret1',
    phone: '',
    sex: 0,
    id_type: 1,
    id_number: null,
    education: 0,
    ethnicity: 0,
    political: 0,
    source: 0,
    employer: '',
    student_no: '',
    ticket_no: '',
    class_id: classroom.id,
    extra_roles: [],
    note: '',
  };
  const student = await done<{ id: number; version: number }>(admin('/user/add', { ...person, user_type: 7 }));
  const { id: studentId, version: studentVersion } = student;
  const oneStudent = { id: studentId, version: studentVersion };

  /** Every call that names something by its id, with what belongs to the first school. */
  const inputs: Record<string, object> = {
    '/user/removeSession': { session_id: theirSession },
    '/user/modify': { ...person, ...oneStudent },
    '/user/remove': oneStudent,
    '/user/setStatus': { items: [oneStudent], status: 0 },
    '/user/setType': { ...oneStudent, user_type: 8 },
    '/user/resetPassword': { ids: [studentId] },
    '/user/getById': { id: studentId },
    '/user/getIdNumber': { id: studentId },
    '/class/getById': { id: classroom.id },
    '/class/modify': { ...room, ...classroom },
    '/class/remove': classroom,
    '/class/assign': { class_id: classroom.id, user_ids: [studentId] },
    '/record/getList': { userId: studentId },
    '/question/getById': { id: question },
    '/question/export': { format: 'gift', ids: [question] },
    '/question/getHistory': { id: question },
    '/question/getVersion': { id: question, version: 1 },
    '/question/getUsage': { id: question },
    '/question/findDuplicates': { id: question, stem: '第 1 题的机密题干', options: [{ html: '甲' }, { html: '乙' }] },
    '/question/modify': { ...questionDraft, ...oneQuestion },
    '/question/restore': { ...oneQuestion, from: 1 },
    '/question/setStatus': { items: [oneQuestion], event: 'retire' },
    '/question/modifyMany': { items: [oneQuestion], set: { category: '乙库' } },
    '/question/remove': { items: [oneQuestion] },
    '/paper/getById': { id: paper.id },
    '/paper/modify': { ...paperDraft, ...paper },
    '/paper/draw': paper,
    '/paper/choose': { ...paper, variants: [{ sections: [[{ id: question, locked: false }]] }] },
    '/paper/copy': { id: paper.id, name: '副本' },
    '/paper/remove': { items: [paper] },
    '/paper/file': { items: [paper], category: '期中' },
    '/paper/getNearest': { questionId: question, avoidIds: [] },
    '/paper/preview': { id: paper.id, variant: 'A' },
    '/exam/add': planDraft,
    '/exam/modify': { ...planDraft, ...draft },
    '/exam/getById': { id: plan.id },
    '/exam/publish': draft,
    '/exam/getPackage': { planId: plan.id },
    '/exam/enter': { planId: plan.id, deviceId, moveHere: true },
    '/exam/release': { planId: plan.id },
    '/exam/myAnswers': { planId: plan.id },
    '/exam/myScore': { planId: plan.id },
    '/job/getById': { id: job },
    '/job/cancel': { id: job },
    '/audit/getById': { id: entries[0]?.id },
  };
  return { server, as, teacher, admin, inputs, plan, paper, draft, examinee, studentId, classroom, person };
}

/** Administrators of the platform stand above the schools: what they alone may call has no other school to hide from. */
const isOfOneSchool = ({ access }: (typeof everyCall)[number]): boolean =>
  access === 'signedIn' || (Array.isArray(access) && access.some((role: string) => !['admin', 'system', 'db'].includes(role)));
/** The catalogue of professions and their detail tables belongs to no school; what a school makes of it has tests beside it. */
const ofNoSchool = /^\/(prof|detail)\//;

/** Names something by its id, however deep: a new call that does, and stands in no list below, fails the test. */
const mentionsId = (path: string): boolean => {
  const idLike = (schema: unknown): boolean =>
    typeof schema === 'object' &&
    schema !== null &&
    Object.entries(schema).some(
      ([key, value]) =>
        (key === 'properties' && Object.keys(value as object).some((name) => /^ids?$|Ids?$|_ids?$/.test(name) && name !== 'deviceId')) ||
        idLike(value),
    );
  return idLike(z.toJSONSchema(everyCall.find((one) => one.path === path)?.input ?? z.never(), { io: 'input' }));
};
/** Everybody who belongs to one school; 1 and 9 stand above. */
const ofASchool: readonly UserType[] = [2, 3, 4, 5, 6, 7, 8, 10, 11, 12];
/** They name a school or a list of people: what is another school's is refused or left out instead, see below. */
const otherwise = new Set([
  // A locked question of another school is one that isn't there: assembly.test.ts.
  '/paper/assemble',
  // Names a table of no school, and questions only to leave them out.
  '/paper/blueprintSupply',
  '/audit/getList',
  '/question/getList',
  '/user/getList',
  // Name professions and trades, which belong to no school.
  '/question/add',
  '/question/importPreview',
  '/question/import',
  '/user/add',
  '/user/getListByIds',
  '/user/getCount',
  '/user/importPreview',
  '/user/import',
  '/class/add',
]);

describe("another school's ids", () => {
  let world: Awaited<ReturnType<typeof twoSchools>>;
  beforeAll(async () => {
    world = await twoSchools();
  });

  it('are tried with every call that takes one', () => {
    const takers = everyCall
      .filter((call) => isOfOneSchool(call) && !ofNoSchool.test(call.path) && mentionsId(call.path) && !otherwise.has(call.path))
      .map((call) => call.path);
    expect(Object.keys(world.inputs).toSorted()).toEqual(takers.toSorted());
  });

  it('answer 1005 to everybody of that other school who may make the call, as ids that never were', async () => {
    for (const [path, input] of Object.entries(world.inputs)) {
      const call = everyCall.find((one) => one.path === path);
      const access = call?.access ?? [];
      const may = (type: UserType) =>
        access === 'signedIn' || userTypes[type].roles.some((role) => (access as readonly string[]).includes(role));
      for (const type of ofASchool.filter(may)) {
        const answer = await (await world.as(type, 1))(path, input);
        const onlyReads = type === readOnlyUserType && call?.changes === true && call.leaderMay !== true && access !== 'signedIn';
        expect(answer.code, `${path} as type ${type}`).toBe(onlyReads ? 1003 : 1005);
        expect(JSON.stringify(answer), path).not.toMatch(/机密|甲卷|甲考试|甲班|用户8/);
      }
    }
  });

  it('of people are left out of lists, and a school cannot be named', async () => {
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
    const classOf = { name: '乙班', grade: '', head_teacher_id: null, teacher_ids: [], note: '' };
    expect((await stranger('/class/add', { ...classOf, head_teacher_id: studentId })).code).toBe(1005);
    expect((await stranger('/class/getList', {})).data).toEqual({ items: [], total: 0 });
    expect((await stranger('/class/getOptions', {})).data).toEqual({ items: [] });
  });

  it('open no other school’s log', async () => {
    const { server, studentId } = world;
    const stranger = await world.as(2, 1);
    for (const filter of [{ schoolId: server.schoolIds[0] }, { userId: studentId }, { entity: 'user', entityId: String(studentId) }, {}]) {
      const { code, data } = await stranger('/audit/getList', { filter, pageSize: 200 });
      expect([0, 1003]).toContain(code);
      const { items } = (data ?? { items: [] }) as { items: { schoolId: number | null }[] };
      expect(items.filter((item) => item.schoolId !== server.schoolIds[1])).toEqual([]);
    }
  });

  it("answer 1005 to the same school's examinee who is not in the plan", async () => {
    const student = await world.as(7, 0);
    for (const path of ['/exam/getPackage', '/exam/enter', '/exam/release', '/exam/myAnswers', '/exam/myScore'])
      expect((await student(path, world.inputs[path])).code, path).toBe(1005);
  });

  it('stand in no list', async () => {
    const stranger = await world.as(6, 1);
    for (const path of ['/question/getList', '/paper/getList', '/exam/getList'])
      expect((await stranger(path, {})).data, path).toEqual({ items: [], total: 0 });
    expect((await stranger('/question/getCategories', {})).data).toEqual({ items: [] });
    expect((await stranger('/paper/getCategories', { shelf: 'exam' })).data).toEqual({ items: [] });
    expect((await (await world.as(8, 1))('/exam/myList', {})).data).toMatchObject({ items: [] });
    const { items } = (await stranger('/user/getExamUserList', {})).data as { items: { id: number }[] };
    expect(items.map((item) => item.id)).not.toContain(world.examinee);
  });

  it('cannot be mixed into things of one’s own', async () => {
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
    // The other school's three questions would be enough for two; its own one is not.
    expect((await stranger('/paper/draw', own)).code).toBe(1002);
    expect((await stranger('/exam/add', { ...world.inputs['/exam/add'], paperId: own.id })).code).toBe(1005);
  });

  it('are untouched by all this', async () => {
    const { teacher, plan, paper, draft } = world;
    expect((await teacher('/paper/getById', { id: paper.id })).data).toMatchObject({ name: '甲卷', questionCount: 2 });
    expect((await teacher('/exam/getById', { id: plan.id })).data).toMatchObject({ name: '甲考试', version: plan.version });
    expect((await teacher('/exam/getById', { id: draft.id })).data).toMatchObject({ status: 0, version: draft.version });
  });
});
