import { beforeAll, describe, expect, it } from 'vitest';
import { questionStatus } from '../../../sync/contract/codes.ts';
import { hasRowRight, type RowRelation, rowRelations, type RowAccess, type OwnedRowKind } from '../../../sync/contract/row-rights.ts';
import type { Role } from '../../../sync/contract/roles.ts';
import { createApp } from '../../../server/app.ts';
import { hashSessionToken } from '../../../server/features/people/user/sign-in/authenticator.ts';
import { allCalls, gateHandlers, hasIdInput } from '../fixtures/every-call.ts';
import { type PostCall, createClient, requireDone, type TestServer } from '../server-fixture.ts';
import { validPaperDraft, createPlanDraft, validQuestionDraft } from '../fixtures/resource-drafts.ts';
import { startTwoSchools } from '../fixtures/two-schools.ts';

/** Adds another teacher of the first school and returns their id and session token. */
function teacher(server: TestServer, loginName: string): { id: number; token: string } {
  const token = server.deps.chance.bytes(32).toString('base64url');
  const id = Number(
    server.raw
      .prepare(
        `INSERT INTO user (school_id, login_name, user_type, name, status, pwd_hash, created_ms, updated_ms)
         SELECT school_id, ?, 6, ?, status, pwd_hash, created_ms, updated_ms FROM user WHERE login_name = 'type6' AND school_id = ?`,
      )
      .run(loginName, loginName, server.schoolIds[0]).lastInsertRowid,
  );
  server.raw
    .prepare('INSERT INTO session (user_id, token_hash, created_ms, seen_ms, expires_ms, idle_ms, ip) VALUES (?, ?, 0, ?, ?, ?, ?)')
    .run(id, hashSessionToken(token), server.time.nowMs, server.time.nowMs + 1e9, 1e9, '');
  return { id, token };
}

type Mounted = (typeof allCalls)[number];
const ofStaff = allCalls.filter(
  ({ access }) => Array.isArray(access) && access.some((role) => ['school', 'teacher', 'enrollAdmin'].includes(role)),
);
/** Returns the role of a caller who stands in this relation to the row. */
const roleOf = (who: RowRelation): Role =>
  who === 'enrolAdmin' ? 'enrollAdmin' : who === 'schoolAdmin' || who === 'leader' ? 'school' : 'teacher';
const named = ofStaff.filter((call) => call.rows !== undefined);
/**
 * Calls whose input has ids but not of papers, plans or questions, for example of professions and detail tables. Included are calls about the
 * caller's own duty and about a room's machine, which belongs to the school.
 */
const ofNobody = [
  '/exam/confirmDuty',
  '/exam/myReleaseCodes',
  '/exam/openRoomCode',
  '/exam/closeRoomCode',
  '/exam/startDrill',
  '/paper/blueprintSupply',
  '/question/getPoints',
  '/question/getList',
  '/question/add',
].concat(['/question/importPreview', '/question/importCheck', '/question/import']);
/** Lists calls whose input contains the id of a paper, a plan or a question although the call does not declare `rows` for the rights check. */
const unclaimed = (calls: readonly Mounted[]): string[] =>
  calls
    .filter((call) =>
      /^\/(paper|exam|question)\//.test(call.path) ? hasIdInput(call) : hasIdInput(call, /^(paper|plan|exam|question)_?Ids?$/i),
    )
    .filter((call) => call.rows === undefined && !ofNobody.includes(call.path))
    .map((call) => call.path);
const questionStates: Readonly<Partial<Record<OwnedRowKind, number>>> = {
  draftQuestion: questionStatus.draft,
  reviewedQuestion: questionStatus.inReview,
  bankQuestion: questionStatus.inUse,
};
const thingsOf = (claims: readonly RowAccess[]): readonly OwnedRowKind[] =>
  claims.some((claim) => claim.of === 'question')
    ? ['draftQuestion', 'reviewedQuestion', 'bankQuestion']
    : [claims.some((claim) => claim.of === 'plan') ? 'plan' : 'paper'];

describe('rights on papers, plans and questions', () => {
  let world: Awaited<ReturnType<typeof startTwoSchools>>;
  let gated: ReturnType<typeof createClient>['post'];
  const tokens = new Map<RowRelation, string>();
  beforeAll(async () => {
    world = await startTwoSchools();
    const { server, paper, plan, draft, teacher: maker } = world;
    gated = createClient(createApp(server.deps, gateHandlers)).post;
    const [coWorker, keeper, other] = ['co', 'keeper', 'other'].map((name) => teacher(server, name));
    for (const [path, id] of [
      ['/paper/setCoWorker', paper.id],
      ['/exam/setCoWorker', plan.id],
      ['/exam/setCoWorker', draft.id],
      ['/exam/setCoWorker', world.task.id],
      ['/paper/setCoWorker', world.taskOf.paperId],
    ] as const)
      await requireDone(maker(path, { id, userId: coWorker?.id, on: true }));
    const paid = await requireDone(maker('/exam/add', createPlanDraft(paper.id, [world.examinee], server.time.nowMs)));
    await requireDone(maker('/exam/setCoWorker', { id: paid.id, userId: keeper?.id, on: true }));
    await requireDone(maker('/exam/setCoWorker', { id: world.otherTask.id, userId: keeper?.id, on: true }));
    tokens
      .set('maker', await server.openSession(6))
      .set('schoolAdmin', await server.openSession(2))
      .set('leader', await server.openSession(3))
      .set('enrolAdmin', await server.openSession(11));
    tokens
      .set('coWorker', coWorker?.token ?? '')
      .set('planMaintainer', keeper?.token ?? '')
      .set('otherTeacher', other?.token ?? '');
  });

  it('every staff call that takes such an id declares it; a planted call without a declaration is found', () => {
    expect(unclaimed(ofStaff)).toEqual([]);
    expect(ofNobody.filter((path) => !ofStaff.some((call) => call.path === path && call.rows === undefined))).toEqual([]);
    const { rows: _rows, ...silent } = named.find((call) => call.path === '/exam/markAbsent') as Mounted;
    for (const path of ['/exam/planted', '/marking/planted']) expect(unclaimed([...ofStaff, { ...silent, path }])).toEqual([path]);
  });

  const tries = named.flatMap((call) =>
    thingsOf(call.rows ?? []).flatMap((thing) => rowRelations.map((who) => [call.path, thing, who] as const)),
  );
  it.each(tries)('%s on a %s as %s follows the table of row rights', async (path, thing, who) => {
    const call = named.find((one) => one.path === path);
    const state = questionStates[thing];
    if (state !== undefined) world.server.raw.prepare('UPDATE question SET status = ? WHERE id = ?').run(state, world.question);
    const { code } = await gated(path, world.inputOf(path), { 'x-token': tokens.get(who) ?? '' });
    if (call === undefined) throw new Error(`there is no ${path}`);
    if (who === 'leader' && call.changes) return expect(code).toBe(1003);
    if (!(call.access as readonly Role[]).includes(roleOf(who))) return expect(code).toBe(1003);
    // Relation of the caller to the row that the call names. The co-worker of the plans is also a co-worker of their paper, but not of a question.
    // The maintainer of another plan with the same paper has rights on that paper only.
    const stands = (claim: RowAccess): RowRelation =>
      who === 'planMaintainer' && claim.of !== 'paper'
        ? 'otherTeacher'
        : who === 'coWorker' && claim.of === 'question'
          ? 'otherTeacher'
          : who;
    const verdicts = (call.rows ?? []).map((claim) => {
      const what = claim.of === 'question' ? thing : claim.of;
      if (hasRowRight(what, stands(claim), claim.act)) return 1002;
      return hasRowRight(what, stands(claim), 'read') ? 1003 : 1005;
    });
    return expect(code).toBe(verdicts.find((each) => each !== 1002) ?? 1002);
  });

  describe('examples', () => {
    let maker: PostCall;
    let other: PostCall;
    beforeAll(() => {
      maker = world.teacher;
      other = world.server.as(tokens.get('otherTeacher') ?? '');
    });

    it('a colleague’s drafts are in no list, and are answered like missing rows', async () => {
      const { server, admin, examinee } = world;
      const secret = await requireDone(maker('/question/add', { ...validQuestionDraft, stem: '绝密草稿题' }));
      const paper = await requireDone(maker('/paper/add', { ...validPaperDraft, name: '绝密卷', category: '绝密柜' }));
      const plan = await requireDone(maker('/exam/add', { ...createPlanDraft(paper.id, [examinee], server.time.nowMs), name: '绝密考试' }));
      const lists = async (call: PostCall) =>
        JSON.stringify([
          await call('/paper/getList', { pageSize: 200 }),
          await call('/exam/getList', { pageSize: 200 }),
          await call('/question/getList', { pageSize: 200 }),
          await call('/question/getList', { pageSize: 200, filter: { keyword: '绝密草稿' } }),
          await call('/question/getList', { pageSize: 200, sort: 'updatedMs', filter: { type: 1 } }),
          await call('/paper/getCategories', { shelf: 'exam' }),
          await call('/question/getUsage', { id: world.question }),
          await call('/question/findDuplicates', { stem: '绝密草稿题', options: [{ html: '甲' }, { html: '乙' }] }),
          await call('/question/export', { format: 'gift' }),
        ]);
      expect(await lists(other)).not.toMatch(/绝密|甲卷|甲考试/);
      expect(await lists(maker)).toMatch(/绝密柜/);
      expect(await lists(admin)).toMatch(/绝密考试/);
      for (const [path, input] of [
        ['/question/remove', { items: [{ ...secret }] }],
        ['/paper/getById', { id: paper.id }],
        ['/paper/draw', paper],
        ['/exam/publish', plan],
        ['/exam/add', createPlanDraft(paper.id, [examinee], server.time.nowMs)],
        ['/exam/setCoWorker', { id: plan.id, userId: server.idOf('type6'), on: false }],
      ] as const)
        expect((await other(path, input)).code, path).toBe(1005);
      // Moving a category moves only the papers that the caller may see. The owner's papers remain in it.
      expect((await other('/paper/moveCategory', { shelf: 'exam', from: '绝密柜', to: '别处' })).code).not.toBe(0);
      expect((await requireDone<{ category: string }>(maker('/paper/getById', { id: paper.id }))).category).toBe('绝密柜');
    });

    it('moving a bank category moves only questions that the caller sees, not drafts of others', async () => {
      const [mine, theirs] = [await requireDone(maker('/question/add', { ...validQuestionDraft, category: '共柜' })), other];
      const inUse = await requireDone(theirs('/question/add', { ...validQuestionDraft, stem: '别的题干', category: '共柜' }));
      expect(await requireDone(theirs('/question/moveCategory', { from: '共柜', to: '新柜' }))).toEqual({ moved: 1 });
      expect(await requireDone(maker('/question/getById', { id: mine.id }))).toMatchObject({ category: '共柜', version: 1 });
      expect(await requireDone(theirs('/question/getById', { id: inUse.id }))).toMatchObject({ category: '新柜' });
    });

    it('only the maker and administrators may add a co-worker, who must be a teacher of the school', async () => {
      const { server, paper, admin, as } = world;
      const sharing = async (call: PostCall) =>
        requireDone<{ coWorkers: { id: number; name: string }[]; mayDo: string[]; colleagues: object[] }>(
          call('/paper/getSharing', { id: paper.id }),
        );
      const co = server.as(tokens.get('coWorker') ?? '');
      expect(await sharing(co)).toMatchObject({ coWorkers: [{ name: 'co' }], colleagues: [] });
      expect((await sharing(maker)).colleagues.length).toBeGreaterThan(0);
      const otherId = Number(server.raw.prepare("SELECT id FROM user WHERE login_name = 'other'").pluck().get());
      expect((await co('/paper/setCoWorker', { id: paper.id, userId: otherId, on: true })).code).toBe(1003);
      for (const userId of [world.studentId, server.idOf('type6', 1)])
        expect((await maker('/paper/setCoWorker', { id: paper.id, userId, on: true })).code).toBe(1005);
      expect((await maker('/paper/setCoWorker', { id: paper.id, userId: server.idOf('type6'), on: true })).code).toBe(1002);
      await requireDone(admin('/paper/setCoWorker', { id: paper.id, userId: otherId, on: true }));
      expect((await other('/paper/getById', { id: paper.id })).code).toBe(0);
      await requireDone(admin('/paper/setCoWorker', { id: paper.id, userId: otherId, on: false }));
      expect((await other('/paper/getById', { id: paper.id })).code).toBe(1005);
      expect((await (await as(3, 0))('/paper/getById', { id: paper.id })).code).toBe(0);
    });

    it('records of a student are visible to the student’s teachers and administrators', async () => {
      const { server, admin, studentId, examinee, classroom } = world;
      const sees = async (call: PostCall, userId: number) => (await call('/record/getList', { userId })).code === 0;
      const listed = async (call: PostCall) =>
        (await requireDone<{ items: { id: number }[] }>(call('/progress/getList', { pageSize: 200 }))).items.map((one) => one.id);
      expect([await sees(maker, examinee), await sees(maker, studentId), await sees(other, examinee)]).toEqual([true, false, false]);
      const student = await server.callAs(7);
      expect((await student('/record/getList', {})).data).toMatchObject({ user: { id: server.idOf('type7') } });
      expect([await sees(student, examinee), await sees(maker, server.idOf('type2'))]).toEqual([false, false]);
      expect(await listed(maker)).toEqual([examinee]);
      expect(await listed(other)).toEqual([]);
      expect((await listed(admin)).length).toBeGreaterThan(2);
      expect((await other('/progress/getById', { id: studentId })).code).toBe(1005);
      const otherId = Number(server.raw.prepare("SELECT id FROM user WHERE login_name = 'other'").pluck().get());
      server.raw.prepare('INSERT INTO class_teacher (class_id, user_id) VALUES (?, ?)').run(classroom.id, otherId);
      expect([await sees(other, studentId), await sees(other, examinee)]).toEqual([true, false]);
      expect(await listed(other)).toEqual([studentId]);
      expect((await other('/progress/getById', { id: studentId })).code).toBe(0);
    });
  });
});
