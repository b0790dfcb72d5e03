import { changeRooms, waitingAct } from './room-changes.ts';
import { changeTasks } from './task-changes.ts';
import { changeScores } from './score-changes.ts';
import { changeLearning } from './learning-changes.ts';
import { answersOf, classOf, filingSchool } from './filing-school.ts';
import { markerGroupThing } from '../../sync/contract/exam-place.ts';
import { requestKeyHeader } from '../../sync/contract/call.ts';
import { ruleSetThing } from '../../sync/contract/rule-set.ts';
import { contract } from '../../sync/contract/index.ts';
import { exampleOf, type Thing } from '../../sync/contract/thing.ts';
import { things } from '../../sync/contract/things.ts';
import { SealedStream } from '../device/sealed-stream.ts';
import { handInOf } from '../device/hand-in.ts';
import { noBlueprint } from '../fixtures/server/paper-data.ts';
import { defaultSettings } from '../../sync/contract/system.ts';
import { userTypes, type UserType } from '../../sync/contract/roles.ts';
import { allTypes, type Answer, password, type Ref, type TestServer } from './server-fixture.ts';
import {
  classDraft as room,
  detailLines as lines,
  minuteMs,
  paperDraft as paper,
  personDraft,
  planDraft,
  professionDraft as profession,
  questionDraft as question,
  questionFile,
  schoolDraft as school,
} from './thing-drafts.ts';

const person = (login_name: string) => ({ ...personDraft, name: '王小明', login_name, phone: '13800000000' });

/** Stands around each call: what it is asked with, by whom, and the call itself, under a request key where one is given. */
type Around = (
  made: { readonly path: string; readonly input: object; readonly token: string | null },
  run: (requestKey?: string) => Promise<Answer>,
) => Promise<Answer>;

/** Makes every call that changes something, at least once, each in a state in which it succeeds. */
export async function changeEverything(server: TestServer, around: Around = (_made, run) => run()): Promise<void> {
  const { schoolIds, time, raw } = server;
  const [school_id] = schoolIds;
  const tokens = new Map<UserType, string>();
  const called = new Set<string>();
  const call = async <T = Ref>(as: UserType | null, path: string, input: object): Promise<T> => {
    if (as !== null && !tokens.has(as)) tokens.set(as, await server.openSession(as));
    const token = as === null ? null : (tokens.get(as) ?? '');
    called.add(path);
    const { code, msg, data } = await around({ path, input, token }, (requestKey) =>
      server.post(path, input, {
        ...(token !== null && { 'x-token': token }),
        ...(requestKey !== undefined && { [requestKeyHeader]: requestKey }),
      }),
    );
    if (code !== 0) throw new Error(`${path}: ${code} ${msg} ${JSON.stringify(data)}`);
    return data as T;
  };
  const key = ({ id, version }: Ref) => ({ id, version });
  const userId = (type: UserType) => server.idOf(`type${type}`);

  await call(null, '/user/login', { login_name: 'type6', login_pwd: password, school_id });
  await call(null, '/user/addRS', { ...person('newcomer'), website: 'demo', user_type: 7, login_pwd: 'Steady-2026', id_number: '' });
  const student = await call(2, '/user/add', { ...person('student1'), user_type: 7 });
  const changed = await call(2, '/user/modify', { ...person('student1'), name: '王大明', ...key(student) });
  await call(2, '/user/setStatus', { items: [key(changed)], status: 0 });
  await call(2, '/user/resetPassword', { ids: [student.id] });
  await call(2, '/user/getIdNumber', { id: student.id });
  const retyped = await call(2, '/user/add', { ...person('student2'), user_type: 7 });
  await call(2, '/user/setType', { ...key(retyped), user_type: 8 });
  const classroom = await call(2, '/class/add', room);
  await call(2, '/class/assign', { class_id: classroom.id, user_ids: [student.id] });
  await call(2, '/class/assign', { class_id: null, user_ids: [student.id] });
  const classroom2 = await call(2, '/class/modify', {
    ...room,
    note: '晚班',
    ...key(await call(2, '/class/getById', { id: classroom.id })),
  });
  await call(2, '/class/remove', key(classroom2));
  const student2 = await call(2, '/user/getById', { id: student.id });
  await call(2, '/user/remove', key(student2));
  await call(2, '/user/import', {
    user_type: 7,
    addClasses: false,
    mode: 'all',
    rows: [{ row: 2, cells: { name: '李四', login_name: 'lisi' } }],
  });
  await call(6, '/user/modifyMe', { version: (await call(6, '/user/getMe', {})).version, name: '孙老师', avatar: '' });
  await call(6, '/user/changePassword', { old_password: password, new_password: 'Steady-2027' });
  await server.openSession(6);
  await call(6, '/user/removeSession', { session_id: null });

  const made = await call(1, '/school/add', school);
  const madeNow = await call(1, '/school/modify', { ...school, contact: '王主任', ...key(made) });
  const disabled = await call(1, '/school/setStatus', { ...key(madeNow), status: 0 });
  await call(1, '/school/remove', { ...key(disabled), title: school.title });

  await call(2, '/school/setRegistration', {
    version: (await call(2, '/school/getRegistration', {})).version,
    open: false,
    enrolAtOnce: false,
  });

  const trade = await call(1, '/prof/add', profession);
  const trade2 = await call(1, '/prof/modify', { ...profession, remark: '常考', ...key(trade) });
  await call(2, '/prof/setOffered', { ids: [trade.id], offered: true });
  await call(2, '/prof/setArea', { ids: [trade.id], area: 'exam', offered: false });
  await call(2, '/prof/setOffered', { ids: [trade.id], offered: false });
  const table = await call(1, '/detail/add', { professionId: trade.id, tradeId: null, level: 4 });
  const filled = await call(1, '/detail/modify', { ...key(table), lines });
  const published = await call(1, '/detail/publish', key(filled));
  const withdrawn = await call(1, '/detail/withdraw', key(published));
  await call(1, '/detail/remove', key(withdrawn));
  const trade3 = await call(1, '/prof/setStatus', { ...key(trade2), enabled: false });
  await call(1, '/prof/remove', key(trade3));

  await server.deps.jobs.open();
  await call(6, '/question/import', questionFile(['第 1 题', '第 2 题', '第 3 题']));
  await server.deps.jobs.idle();
  const handedIn = await call<{ items: Ref[] }>(6, '/question/getList', {});
  await call(2, '/question/setStatus', { items: handedIn.items.map(key), event: 'approve' });
  const asked = await call(6, '/question/add', question);
  const asked2 = await call(6, '/question/modify', { ...question, stem: '改过的题干', ...key(asked) });
  const asked3 = await call(6, '/question/restore', { ...key(asked2), from: asked.version });
  await call(6, '/question/modifyMany', { items: [key(asked3)], set: { category: '丙库' } });
  const filed = key(await call(6, '/question/getById', { id: asked.id }));
  await call(6, '/question/setStatus', { items: [filed], event: 'submit' });
  const { changed: back } = await call<{ changed: Ref[] }>(6, '/question/setStatus', {
    items: [key(await call(6, '/question/getById', { id: asked.id }))],
    event: 'withdraw',
  });
  await call(6, '/question/remove', { items: back.map(key) });
  await call(6, '/question/addCategory', { category: '丁库' });
  await call(6, '/question/moveCategory', { from: '丁库', to: '戊库' });
  await call(6, '/question/removeCategory', { category: '戊库' });

  await changeLearning(server, call);

  const draft = await call(6, '/paper/add', paper);
  const drafted = await call(6, '/paper/modify', { ...paper, name: '乙卷', ...key(draft) });
  const drawn = await call(6, '/paper/draw', key(drafted));
  const { variants } = await call<Ref & { variants: object[] }>(6, '/paper/getById', { id: draft.id });
  const chosen = await call(6, '/paper/choose', { ...key(drawn), variants });
  await call(6, '/paper/assemble', { id: draft.id, version: chosen.version, blueprint: noBlueprint });
  await call(6, '/paper/remove', { items: [key(await call(6, '/paper/copy', { id: draft.id, name: '副本' }))] });
  const shelved = await call(6, '/paper/copy', { id: draft.id, name: '归档' });
  await call(6, '/paper/addCategory', { shelf: 'exam', category: '期中' });
  await call(6, '/paper/file', { items: [key(shelved)], category: '期中' });
  await call(6, '/paper/moveCategory', { shelf: 'exam', from: '期中', to: '期末' });
  await call(6, '/paper/removeCategory', { shelf: 'exam', category: '期末' });
  const { id: colleague } = await call(2, '/user/add', { ...person('colleague'), user_type: 6 });
  await call(6, '/paper/setCoWorker', { id: draft.id, userId: colleague, on: true });
  const plan = planDraft(draft.id, [userId(8), userId(7)], time.nowMs);
  const planned = await call(6, '/exam/add', plan);
  await call(6, '/exam/setCoWorker', { id: planned.id, userId: colleague, on: true });
  const planned2 = await call(6, '/exam/modify', { ...plan, durationMs: 90 * minuteMs, ...key(planned) });
  await call(6, '/exam/publish', key(planned2));
  const { attemptId } = await call<{ attemptId: string }>(8, '/exam/enter', { planId: planned.id, deviceId: server.deps.chance.uuid() });
  await changeRooms(call, plan, {
    sitter: userId(8),
    invigilator: userId(5),
    acts: (logId, attemptId) => waitingAct(server, { actor: userId(6), logId, attemptId }),
  });
  const calledOff = await call(6, '/exam/add', plan);
  await call(6, '/exam/publish', key(calledOff));
  await call(6, '/exam/withdraw', { id: calledOff.id, reason: '演练' });
  const offered = await call(1, '/prof/add', { ...profession, code: '6-31-01-09' });
  await call(2, '/prof/setOffered', { ids: [offered.id], offered: true });
  const { form, batch, batchDraft, project, projectDraft } = await filingSchool(call, offered.id, server);
  const formNow = await call(2, '/form/getById', { id: form.id });
  await call(2, '/form/modify', { name: '申报表', note: '改过', design: [], ...key(formNow) });
  await call(2, '/form/remove', key(await call(2, '/form/add', { name: '空表', note: '', design: [] })));
  const rules = await call(1, '/ruleSet/add', exampleOf(ruleSetThing));
  const rules2 = await call(1, '/ruleSet/modify', { ...exampleOf(ruleSetThing), note: '改过', ...key(rules) });
  await call(1, '/ruleSet/publish', key(rules2));
  await call(1, '/ruleSet/remove', key(await call(1, '/ruleSet/add', exampleOf(ruleSetThing))));
  const spare = await call(11, '/batch/add', { ...batchDraft, name: '备用批次' });
  await call(11, '/batch/remove', key(await call(11, '/batch/modify', { ...batchDraft, name: '备用', ...key(spare) })));
  const spareProject = await call(2, '/declaration/add', { ...projectDraft, name: '备用项目' });
  await call(2, '/declaration/remove', key(await call(2, '/declaration/modify', { ...projectDraft, name: '备用', ...key(spareProject) })));
  const mine = async (as: UserType, path: string, offerId: number, number: string) => {
    const { editionId } = await call<{ editionId: number }>(as, path, { offerId });
    return { offerId, editionId, answers: answersOf(number, '沈嘉禾'), version: null };
  };
  const enrolling = await mine(12, '/enroll/getMine', batch.id, '110101200109235262');
  const enrolled = await call(12, '/enroll/submit', enrolling);
  await call(11, '/enroll/importClass', { ...classOf(enrolling, [['周晓禾', '320583199506150027']]), mode: 'all' });
  await call(11, '/enroll/getTable', { filter: { offerId: batch.id }, shape: 'record', numbers: 'whole' });
  const takenBack = await call(12, '/enroll/withdraw', key(enrolled));
  const enrolledAgain = await call(12, '/enroll/submit', { ...enrolling, version: takenBack.version });
  await call(11, '/enroll/getIdNumber', { id: enrolled.id });
  await call(11, '/enroll/decide', { items: [key(enrolledAgain)], decision: 'approve', marks: {}, reason: '材料齐全' });
  const toCome = await call(6, '/exam/add', planDraft(draft.id, [userId(8)], time.nowMs));
  await call(11, '/enroll/enlist', { planId: toCome.id, ids: [enrolled.id] });
  const declaring = await mine(7, '/declare/getMine', project.id, '110101200109235262');
  await call(2, '/declare/remind', { offerId: project.id, userIds: [userId(7)] });
  const kept = await call(7, '/declare/save', declaring);
  const declared = await call(7, '/declare/submit', { ...declaring, version: kept.version });
  const undone = await call(7, '/declare/withdraw', key(declared));
  const declaredAgain = await call(7, '/declare/submit', { ...declaring, version: undone.version });
  await call(2, '/declare/getIdNumber', { id: declared.id });
  await call(2, '/declare/decide', { items: [key(declaredAgain)], decision: 'return', marks: { photo: '请换白底' }, reason: '' });
  const mended = await call<{ own: Ref }>(7, '/declare/getMine', { offerId: project.id });
  const declaredOnce = await call(7, '/declare/submit', { ...declaring, version: mended.own.version });
  await call(2, '/declare/decide', { items: [key(declaredOnce)], decision: 'approve', marks: {}, reason: '已核实' });
  const pupil = await call(2, '/user/add', { ...personDraft, name: '代报学生', login_name: 'daibao1', user_type: 7 });
  const { editionId } = await call<{ editionId: number }>(2, '/declare/getFor', { offerId: project.id, userId: pupil.id });
  const forPupil = { offerId: project.id, userId: pupil.id, editionId, answers: answersOf('320583199506150043', '代报学生') };
  await call(2, '/declare/submitFor', forPupil);
  const nextBatch = await call(11, '/batch/add', { ...batchDraft, name: '下一批次' });
  await call(11, '/batch/setStatus', { ...key(nextBatch), status: 1 });
  await call(2, '/declare/enrol', { batchId: nextBatch.id, ids: [declared.id] });
  const nextPlan = await call(6, '/exam/add', planDraft(draft.id, [userId(8)], time.nowMs));
  await call(2, '/declare/enlist', { planId: nextPlan.id, ids: [declared.id] });
  await call(2, '/declaration/addCategory', { category: '春季' });
  await call(2, '/declaration/moveCategory', { from: '春季', to: '秋季' });
  await call(2, '/declaration/removeCategory', { category: '秋季' });

  time.nowMs = plan.startMs;
  const stream = await SealedStream.open(server.deps.keys, userId(8), plan.startMs, attemptId);
  // One of its questions is written, and people mark it.
  const key5 = { kind: 'rubric', reference: '', items: [{ text: '答出要点', points: 2 }], veto: [] };
  raw
    .prepare("UPDATE exam_item SET type = 5, points = 2, answer_key = ? WHERE plan_id = ? AND item_id = '2'")
    .run(JSON.stringify(key5), planned.id);
  const answered = stream.push([
    { type: 'answer.set@1', payload: { i: '1', v: ['A'] } },
    { type: 'answer.set@1', payload: { i: '2', v: ['要点如下'] } },
  ]);
  await call(null, '/sync/push', answered);
  await call(null, '/sync/push', stream.push([await handInOf([stream])]));
  await call(6, '/exam/importAnswers', { planId: planned.id, batches: [answered] });
  await call(6, '/exam/showSpareCode', { planId: planned.id, userId: userId(8) });
  const sitter = { planId: planned.id, userId: userId(8), reason: '演练' };
  await call(6, '/exam/reopen', sitter);
  const incident = { incidentId: server.deps.chance.uuid(), ms: minuteMs };
  await call(6, '/exam/extend', { planId: planned.id, userIds: [userId(8)], reason: '演练', ...incident });
  await call(6, '/exam/markCheating', { ...sitter, markId: server.deps.chance.uuid() });
  await call(6, '/exam/revokeCheating', sitter);
  await call(6, '/exam/decide', { ...sitter, choices: [{ itemId: '1', choose: null }] });
  const onPaper = { planId: planned.id, userId: userId(8) };
  const { sheet } = await call<{ sheet: number }>(6, '/exam/issueSheet', onPaper);
  await call(6, '/exam/enterSheet', { ...onPaper, sheet, answers: [{ itemId: '1', value: ['B'] }] });
  await call(6, '/exam/markAbsent', { ...sitter, userId: userId(7) });
  await call(6, '/exam/setRelease', { id: planned.id, rule: 'byHand', atMs: null, reviewDays: 6 });
  await call(6, '/exam/waive', { planId: planned.id, userIds: [userId(8)], reason: '演练' });
  time.nowMs = plan.startMs + 200 * minuteMs;
  const markerGroup = await call(6, '/markerGroup/add', { ...exampleOf(markerGroupThing), name: '主观题组', leaderId: userId(4) });
  raw.prepare('INSERT INTO exam_plan_group (plan_id, group_id, position) VALUES (?, ?, 0)').run(planned.id, markerGroup.id);
  const marked = {
    planId: planned.id,
    questionId: raw.prepare("SELECT question_id FROM exam_item WHERE plan_id = ? AND item_id = '2'").pluck().get(planned.id) as number,
  };
  const { script } = await call<{ script: { code: number } }>(4, '/marking/take', marked);
  await call(4, '/marking/giveBack', { ...marked, code: script.code });
  await call(4, '/marking/takeWhole', { planId: planned.id });
  const again = await call<{ script: { code: number; basis: string } }>(4, '/marking/take', marked);
  await call(4, '/marking/mark', {
    ...marked,
    code: again.script.code,
    basis: again.script.basis,
    given: { points: [2], veto: [], comment: '' },
  });
  const ticketNo = 'T1';
  raw.prepare('UPDATE exam_examinee SET ticket_no = ? WHERE plan_id = ? AND user_id = ?').run(ticketNo, planned.id, userId(8));
  await call(4, '/marking/enter', { planId: planned.id, rows: [{ ticketNo, points: 1 }], decide: false });
  await call(4, '/marking/arbitrate', { ...marked, code: again.script.code, basis: again.script.basis, points: 1.5, reason: '抽查改分' });
  await changeScores(
    { call, raw, tokens },
    { planId: planned.id, questionId: marked.questionId, professionId: offered.id, sitterId: userId(8) },
  );

  // Hours passed: everybody signs in anew.
  tokens.clear();
  await changeTasks({ call, server, userId }, { paper, questionId: handedIn.items[0]?.id ?? 0 });

  await call(9, '/system/modifySettings', {
    ...defaultSettings,
    sessionIdleMinutes: 120,
    version: (await call(9, '/system/getSettings', {})).version,
  });
  await call(9, '/system/checkFiles', {});
  await call(9, '/system/backup', {});
  const job = raw
    .prepare("INSERT INTO job (kind, input, school_id, user_id, created_ms) VALUES ('nobody takes it', '{}', ?, ?, 0) RETURNING id")
    .pluck();
  await call(9, '/job/cancel', { id: job.get(school_id, userId(9)) });

  // A plain thing needs no words here: what it declares is a good one.
  for (const [module, thing] of Object.entries(things)) {
    if (['add', 'modify', 'remove'].every((verb) => called.has(`/${module}/${verb}`))) continue;
    const { access } = contract[module as keyof typeof things].modify;
    const as = allTypes.find((type) => userTypes[type].roles.some((role) => access.some((one) => one === role))) ?? 1;
    // Beside one that may stand already.
    const example: Record<string, unknown> = exampleOf<Thing>(thing);
    example[thing.title] = `${String(example[thing.title])}二`;
    const added = await call(as, `/${module}/add`, example);
    await call(as, `/${module}/remove`, key(await call(as, `/${module}/modify`, { ...example, ...key(added) })));
  }
}
