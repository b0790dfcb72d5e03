import Database from 'better-sqlite3';
import { join } from 'node:path';
import { paperCalls } from '../../sync/contract/papers/paper.ts';
import { assignmentCalls } from '../../sync/contract/learning/assignment.ts';
import { userCalls } from '../../sync/contract/people/user.ts';
import { createAssignmentDraft } from '../contract/fixtures/resource-drafts.ts';
import { createApprovedQuestion } from '../e2e/exam/written-exam.ts';
import { ApiClient, makeUncheckedCall } from '../e2e/rig/api-client.ts';
import { findFreePort } from '../e2e/rig/free-port.ts';
import { BrowserTestServer } from '../e2e/rig/server-process.ts';
import { runLoad } from './child.ts';
import { recordFigure, computePercentile, benchReport } from './figure.ts';
import { reportExam } from './storms.ts';
import type { HandInStormInput, HandInStormResult } from './load/handin-storm.ts';
import type { PhotoStormInput, PhotoStormResult } from './load/photo-storm.ts';
import type { SteadyStateInput, SteadyStateResult } from './load/steady-state.ts';

const photos = 5;
/** Bytes of a camera picture after the device has reduced it. */
const photoBytes = 700_000;
const students = 60;
const withinMs = 60_000;
/** Milliseconds for preparing streams and chunks before the measurement. */
const prepareMs = 20_000;

/**
 * Measures a class that hands in homework with photos during an exam of a thousand examinees, a hundred of whom hand in meanwhile. The budgets of an
 * exam must be met.
 */
export async function benchPhotos(): Promise<void> {
  const server = new BrowserTestServer(await findFreePort());
  try {
    await server.start();
    const examinees = await homework(server);
    const keysFile = join(server.dataDir, 'keys.json');
    const beginAtMs = Date.now() + prepareMs;
    const everyMs = 5_000;
    const exam: SteadyStateInput = {
      keysFile,
      examinees: 1000,
      everyMs,
      rounds: withinMs / everyMs,
      ports: [server.port],
      pids: [server.pid],
      beginAtMs,
    };
    const storm: PhotoStormInput = { keysFile, port: server.port, students: examinees, photos, photoBytes, withinMs, beginAtMs };
    const leaving: HandInStormInput = { keysFile, examinees: 100, answers: 50, withinMs: withinMs / 2, ports: [server.port] };
    const [steady, stormed, left] = await Promise.all([
      runLoad<SteadyStateResult>('steady-state.ts', exam),
      runLoad<PhotoStormResult>('photo-storm.ts', storm),
      new Promise((resolve) => setTimeout(resolve, prepareMs)).then(() => runLoad<HandInStormResult>('handin-storm.ts', leaving)),
    ]);
    for (const error of new Set([...steady.errors, ...stormed.errors, ...left.errors])) recordFigure(`photos: ${error}`);
    const count = students * photos;
    recordFigure(
      `photos: ${count} of ${photoBytes / 1000} KB of ${students} students, ${stormed.chunkMs.length} chunks, ${steady.pushMs.length} pushes`,
    );
    benchReport.atMost('photos.errors', stormed.errors.length, `of ${students} students`, 0);
    benchReport.atMost('photos.allIn', stormed.tookMs / 1000, `s until the last of ${students} has a receipt`, withinMs / 1000);
    benchReport.seen('photos.rate', stormed.bytes / 1e6 / (stormed.tookMs / 1000), 'MB/s');
    benchReport.seen('photos.pieceP99', computePercentile(stormed.chunkMs, 0.99), 'ms');
    benchReport.seen(
      'photos.wholeP95',
      computePercentile(stormed.wholeMs, 0.95) / 1000,
      's from a hand-in to the receipt, photos included',
    );
    benchReport.atMost(
      'photos.examErrors',
      steady.errors.length + left.errors.length,
      `of ${steady.pushMs.length} pushes and 100 hand-ins`,
      0,
    );
    reportExam('photos', steady);
    benchReport.atMost('photos.handInReceiptP99', computePercentile(left.receiptMs, 0.99), 'ms from hand-in to a verified receipt', 1000);
  } finally {
    await server.dispose();
  }
}

/** Sets a homework of one question with photos, and returns the students' attempts. */
async function homework(server: BrowserTestServer): Promise<{ userId: number; attemptId: string }[]> {
  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  const school = await ApiClient.signIn(server.origin, 'school');
  const rows = Array.from({ length: students }, (_, n) => ({ row: n + 2, cells: { name: `学生${n}`, login_name: `photo${n}` } }));
  await school.call(userCalls.import, { user_type: 7, addClasses: false, mode: 'all', rows });
  const items = [{ text: '照片清楚', points: 6 }];
  const key = { kind: 'rubric' as const, reference: '', items, veto: [], files: photos };
  await createApprovedQuestion({ teacher, school }, { category: '照片作业', type: 5, stem: '<p>上传实训照片。</p>', key });
  const section = { title: '简答', type: 5, count: 1, pointsEach: 6, categories: ['照片作业'], partial: false };
  const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 3 };
  const paper = await makeUncheckedCall(
    teacher,
    paperCalls.draw,
    await makeUncheckedCall(teacher, paperCalls.add, { name: '照片作业', kind: 'homework', sections: [section], rules }),
  );
  const { items: people } = await teacher.call(userCalls.getExamUserList, { pageSize: 200, filter: { keyword: 'photo' } });
  const userIds = people.map((each) => each.id);
  if (userIds.length !== students) throw new Error(`${userIds.length} of ${students} students came of the import`);
  const { id } = await makeUncheckedCall(teacher, assignmentCalls.add, createAssignmentDraft(paper.id, userIds, Date.now() - 60_000));
  const modules = new Database(join(server.dataDir, 'wenkao.db'), { readonly: true });
  try {
    return modules
      .prepare<[number], { userId: number; attemptId: string }>(
        'SELECT user_id AS userId, attempt_id AS attemptId FROM exam_examinee WHERE plan_id = ?',
      )
      .all(id);
  } finally {
    modules.close();
  }
}
