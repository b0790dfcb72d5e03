import { resultsOf } from './result-inputs.ts';
import { answersOf, filingInputs, filingSchool } from './filing-school.ts';
import { SealedStream } from '../device/sealed-stream.ts';
import { examRoomThing } from '../../sync/contract/exam-place.ts';
import { exampleOf } from '../../sync/contract/thing.ts';
import { noBlueprint } from '../fixtures/server/paper-data.ts';
import type { UserType } from '../../sync/contract/roles.ts';
import { articleDraft, givenCourse, learningInputs } from './learning-changes.ts';
import { type Call, done, type Ref, startServer } from './server-fixture.ts';
import {
  classDraft,
  detailLines,
  minuteMs,
  paperDraft,
  personDraft,
  planDraft as planFor,
  taskDraft as taskFor,
  professionDraft,
  questionDraft as questionOf,
  questionFile,
} from './thing-drafts.ts';
import { taskInputs } from './task-inputs.ts';

/** One school with one of everything; and everybody who has no business with it. */
export async function twoSchools() {
  const server = await startServer();
  const calls = new Map<string, Promise<Call>>();
  const as = (type: UserType, at: 0 | 1): Promise<Call> => {
    const name = `${type}@${at}`;
    const known = calls.get(name) ?? server.callAs(type, at);
    calls.set(name, known);
    return known;
  };
  const teacher = await as(6, 0);
  await server.deps.jobs.open();
  await done(teacher('/question/import', questionFile([1, 2, 3].map((n) => `第 ${n} 题的机密题干`))));
  await server.deps.jobs.idle();
  const handedIn = await done<{ items: { id: number; version: number }[] }>(teacher('/question/getList', {}));
  const approval = { items: handedIn.items.map(({ id, version }) => ({ id, version })), event: 'approve' };
  const { changed: questions } = await done<{ changed: { id: number; version: number }[] }>(
    (await as(2, 0))('/question/setStatus', approval),
  );
  const made = await done(teacher('/paper/add', paperDraft));
  const paper = await done(teacher('/paper/draw', made));
  const examinee = server.idOf('type8');
  const planDraft = planFor(paper.id, [examinee], server.time.nowMs);
  const taskPaper = await done(teacher('/paper/draw', await done(teacher('/paper/add', { ...paperDraft, kind: 'homework' }))));
  const taskOf = taskFor(taskPaper.id, [examinee], server.time.nowMs);
  const task = await done(teacher('/task/add', taskOf));
  const otherTask = await done(teacher('/task/add', taskOf));
  const hall = await done(teacher('/examRoom/add', exampleOf(examRoomThing)));
  const draft = await done(teacher('/exam/add', planDraft));
  const plan = await done(teacher('/exam/publish', await done(teacher('/exam/add', planDraft))));
  const sitter = { planId: plan.id, userId: examinee };
  const foreignBatch = (await SealedStream.open(server.deps.keys, examinee, server.time.nowMs)).push([
    { type: 'answer.set@1', payload: { i: '1', v: ['A'] } },
  ]);
  const question = questions[0]?.id ?? 0;
  await done(teacher('/exercise/setOpen', { category: '甲库', open: true }));
  const open = { id: 1 };
  const oneQuestion = { id: question, version: questions[0]?.version ?? 0 };
  const questionDraft = { ...questionOf, stem: '改写' };
  const job = server.raw
    .prepare("INSERT INTO job (kind, input, school_id, user_id, created_ms) VALUES ('backup', '{}', ?, ?, 0) RETURNING id")
    .pluck()
    .get(server.schoolIds[0], examinee);
  const deviceId = server.deps.chance.uuid();
  const act = { streamId: deviceId, seq: 1 };
  const theirSession = server.raw
    .prepare('SELECT max(id) FROM session WHERE user_id IN (SELECT id FROM user WHERE school_id = ?)')
    .pluck()
    .get(server.schoolIds[0]);
  const admin = await as(2, 0);
  const { items: entries } = await done<{ items: { id: number }[] }>(admin('/audit/getList', {}));
  const room = { ...classDraft, name: '甲班' };
  const classroom = await done(admin('/class/add', room));
  const person = { ...personDraft, name: '机密学生', login_name: 'secret1', class_id: classroom.id };
  const student = await done(admin('/user/add', { ...person, user_type: 7 }));
  const { id: studentId, version: studentVersion } = student;
  const oneStudent = { id: studentId, version: studentVersion };

  const keeper = await as(1, 0);
  const profession = await done(keeper('/prof/add', professionDraft));
  await done(admin('/prof/setOffered', { ids: [profession.id], offered: true }));
  const place = { professionId: profession.id, tradeId: null, level: 4 };
  const filled = await done(keeper('/detail/modify', { ...(await done(keeper('/detail/add', place))), lines: detailLines }));
  const table = await done(keeper('/detail/publish', filled));
  const set = { profId: profession.id, level: 4, pointCode: 'A-A-A-001' };
  await done(teacher('/question/modifyMany', { items: [questions[1]], set }));

  const { text, course } = await givenCourse(server, async (type, path, input) => done((await as(type ?? 6, 0))(path, input)));
  const given = await done(teacher('/course/setStatus', { ...course, event: 'publish' }));
  const article = await done(teacher('/info/add', { ...articleDraft, title: '机密资讯' }));
  const shownArticle = await done(teacher('/info/setStatus', { ...article, event: 'publish' }));
  const learning = learningInputs({ deviceId, question, studentId, text, course, given, article, shownArticle });
  const ask = async <T = Ref>(type: UserType, path: string, input: object): Promise<T> => done<T>((await as(type, 0))(path, input));
  const { form, batch, project } = await filingSchool(ask, profession.id, server);
  const fill = async (type: UserType, path: string, offerId: number) => {
    const { editionId } = await ask<{ editionId: number }>(type, path, { offerId });
    return { offerId, editionId, answers: answersOf('110101200109235262', '机密申报人'), version: null };
  };
  const enrolling = await fill(12, '/enroll/getMine', batch.id);
  const enrolled = await ask(12, '/enroll/submit', enrolling);
  const declaring = await fill(7, '/declare/getMine', project.id);
  const declared = await ask(7, '/declare/submit', declaring);
  const work = { planId: task.id, userId: examinee, answersVersion: 0 };

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
    '/progress/getById': { id: studentId },
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
    '/paper/getSharing': { id: paper.id },
    '/paper/setCoWorker': { id: paper.id, userId: server.idOf('type6'), on: true },
    '/exam/getSharing': { id: plan.id },
    '/exam/setCoWorker': { id: plan.id, userId: server.idOf('type6'), on: true },
    '/paper/getById': { id: paper.id },
    '/paper/modify': { ...paperDraft, ...paper },
    '/paper/draw': paper,
    '/paper/choose': { ...paper, variants: [{ sections: [[{ id: question, locked: false }]] }] },
    '/paper/copy': { id: paper.id, name: '副本' },
    '/paper/remove': { items: [paper] },
    '/paper/file': { items: [paper], category: '期中' },
    '/paper/getNearest': { questionId: question, avoidIds: [] },
    '/paper/preview': { id: paper.id, variant: 'A' },
    '/paper/getConflicts': { id: paper.id },
    '/paper/exportWord': { id: paper.id, variant: 'A' },
    '/paper/exportWordKeys': { id: paper.id, variant: 'A' },
    '/paper/assemble': { ...paper, blueprint: noBlueprint },
    '/exam/add': { ...planDraft, partOf: draft.id },
    '/exam/modify': { ...planDraft, ...draft },
    '/exam/getById': { id: plan.id },
    '/exam/publish': draft,
    ...Object.fromEntries(
      ['getSeating', 'getChecklist', 'getOverlaps', 'getOpenWork', 'getRevisions'].map((verb) => [`/exam/${verb}`, { id: plan.id }]),
    ),
    '/exam/arrange': { ...draft, anew: false, fill: 'full', seed: 7 },
    '/exam/moveSeat': { ...draft, userId: examinee, to: { roomId: hall.id, seatNo: 1 } },
    '/exam/setStaff': { planId: plan.id, roomId: hall.id, userId: server.idOf('type5'), on: true },
    '/exam/setPhotos': { planId: plan.id, items: [{ userId: examinee, photo: `/uploads/${'ab'.repeat(16)}.png` }] },
    '/invigilation/enter': { planId: plan.id, roomId: hall.id },
    '/invigilation/getBoard': { planId: plan.id, roomId: hall.id },
    '/invigilation/getExaminee': { ...sitter },
    ...Object.fromEntries(['getScores', 'getOpenActs', 'getRecord'].map((verb) => [`/invigilation/${verb}`, { planId: plan.id }])),
    '/invigilation/decideAct': { ...act, planId: plan.id, roomId: hall.id, attemptId: deviceId, accept: true, reason: '越校' },
    '/exam/amend': { ...plan, reason: '越校', notice: '改过' },
    '/exam/readRevision': { planId: plan.id, revision: 1 },
    '/exam/bindMachine': { roomId: hall.id, seatNo: 1 },
    '/exam/getReadiness': { id: plan.id, roomId: hall.id },
    '/exam/signReadiness': { id: plan.id, roomId: hall.id, exceptions: '越校' },
    '/exam/withdraw': { id: plan.id, reason: '越校' },
    '/exam/releaseScores': { id: plan.id },
    '/exam/setRelease': { id: plan.id, rule: 'byHand', atMs: null, reviewDays: 5 },
    '/exam/waive': { planId: plan.id, userIds: [examinee], reason: '越校' },
    '/exam/extend': { planId: plan.id, userIds: [examinee], incidentId: deviceId, ms: minuteMs, reason: '越校' },
    '/exam/reopen': { ...sitter, reason: '越校' },
    '/exam/markAbsent': { ...sitter, reason: '越校' },
    '/exam/markCheating': { ...sitter, markId: deviceId, reason: '越校' },
    '/exam/revokeCheating': { ...sitter, reason: '越校' },
    ...Object.fromEntries(['getEvidence', 'showSpareCode', 'issueSheet', 'getSheet'].map((verb) => [`/exam/${verb}`, sitter])),
    '/exam/getSebFile': { planId: plan.id, origin: 'https://exam.test' },
    '/exam/getSpareKit': { planId: plan.id, roomId: 0 },
    '/exam/enterSheet': { ...sitter, sheet: 2, answers: [{ itemId: '1', value: ['A'] }] },
    '/exam/checkHandIn': { planId: plan.id, code: '00000-00000' },
    '/exam/importAnswers': { planId: plan.id, batches: [foreignBatch] },
    '/exam/decide': { ...sitter, choices: [{ itemId: '1', choose: null }], reason: '越校' },
    '/exam/enter': { planId: plan.id, deviceId, moveHere: true },
    ...Object.fromEntries(
      ['release', 'myAnswers', 'myScore', 'showReleaseCodes', 'getPackage', 'confirmDuty', 'myReleaseCodes'].map((verb) => [
        `/exam/${verb}`,
        { planId: plan.id },
      ]),
    ),
    ...learning,
    ...taskInputs({ task, taskOf, work, userId: examinee, nowMs: server.time.nowMs }),
    '/exercise/getPack': { id: open.id },
    ...resultsOf(plan.id),
    '/job/getById': { id: job },
    '/job/cancel': { id: job },
    '/audit/getById': { id: entries[0]?.id },
    '/form/enact': form,
    '/form/getEditions': { id: form.id },
    '/batch/setStatus': { ...batch, status: 2 },
    '/declaration/setStatus': { ...project, status: 2 },
    ...filingInputs({ batch, project, draft, enrolling, enrolled, declaring, declared }),
  };
  /** The same of the catalogue, which belongs to no school: what a school offers of it is that school's alone. */
  const catalogue: Record<string, object> = {
    // A trade of another profession.
    '/prof/add': { ...professionDraft, code: '6-31-01-04', trades: [{ id: 1, name: '甲' }] },
    '/prof/getById': { id: profession.id },
    '/prof/modify': { ...professionDraft, ...profession },
    '/prof/setStatus': { ...profession, enabled: true },
    '/prof/remove': profession,
    '/prof/setOffered': { ids: [profession.id], offered: false },
    '/prof/setArea': { ids: [profession.id], area: 'exam', offered: false },
    '/detail/getList': { filter: { professionId: profession.id } },
    '/detail/getById': { id: table.id },
    '/paper/blueprintSupply': {
      blueprint: {
        sections: [{ type: 1, count: 1, pointsEach: 1 }],
        detailTableId: table.id,
        bank: 'school',
        scopeDepth: 1,
        importance: 'table',
        difficulty: null,
        maxExposure: null,
        categories: [],
        bannedIds: [],
      },
    },
  };
  return {
    server,
    catalogue,
    profession,
    question,
    oneQuestion,
    as,
    teacher,
    admin,
    inputs,
    plan,
    paper,
    task,
    taskOf,
    otherTask,
    draft,
    examinee,
    studentId,
    classroom,
    person,
  };
}
