import Database from 'better-sqlite3';
import { join } from 'node:path';
import { paperCalls } from '../../sync/contract/paper.ts';
import { taskCalls } from '../../sync/contract/task.ts';
import { userCalls } from '../../sync/contract/user.ts';
import { taskDraft } from '../contract/fixtures/thing-drafts.ts';
import { approvedQuestion } from '../e2e/exam/written-exam.ts';
import { ApiClient, made } from '../e2e/rig/api-client.ts';
import { freePort } from '../e2e/rig/free-port.ts';
import { ServerProcess } from '../e2e/rig/server-process.ts';
import { runLoad } from './child.ts';
import { note, percentile, report } from './figure.ts';
import type { HandInStormInput, HandInStormResult } from './load/handin-storm.ts';
import type { PhotoStormInput, PhotoStormResult } from './load/photo-storm.ts';
import type { SteadyStateInput, SteadyStateResult } from './load/steady-state.ts';

const photos = 5;
/** Size of a camera picture after the device has reduced it. */
const photoBytes = 700_000;
/** Time for preparing streams and chunks before the measurement. */
const prepareMs = 20_000;

/**
 * Measures a class that hands in homework with photos during an exam of a thousand, of whom a hundred hand in. The exam's budgets must
 * hold.
 */
export async function benchPhotos({ students = 60, withinMs = 60_000 } = {}): Promise<void> {
  const server = new ServerProcess(await freePort());
  try {
    await server.start();
    const sitters = await homework(server, students);
    const keysFile = join(server.dataDir, 'keys.json');
    const beginAtMs = Date.now() + prepareMs;
    const everyMs = 5_000;
    const exam: SteadyStateInput = {
      keysFile,
      examinees: 1000,
      everyMs,
      rounds: Math.max(1, Math.round(withinMs / everyMs)),
      port: server.port,
      pid: server.pid,
      beginAtMs,
    };
    const storm: PhotoStormInput = { keysFile, port: server.port, students: sitters, photos, photoBytes, withinMs, beginAtMs };
    const leaving: HandInStormInput = { keysFile, examinees: 100, answers: 50, withinMs: withinMs / 2, port: server.port };
    const [steady, stormed, left] = await Promise.all([
      runLoad<SteadyStateResult>('steady-state.ts', exam),
      runLoad<PhotoStormResult>('photo-storm.ts', storm),
      new Promise((resolve) => setTimeout(resolve, prepareMs)).then(() => runLoad<HandInStormResult>('handin-storm.ts', leaving)),
    ]);
    for (const error of new Set([...steady.errors, ...stormed.errors, ...left.errors])) note(`photos: ${error}`);
    const count = students * photos;
    note(
      `photos: ${count} of ${photoBytes / 1000} KB of ${students} students, ${stormed.pieceMs.length} pieces, ${steady.pushMs.length} pushes`,
    );
    report.atMost('photos.errors', stormed.errors.length, `of ${students} students`, 0);
    report.atMost('photos.allIn', stormed.tookMs / 1000, `s until the last of ${students} has a receipt`, withinMs / 1000);
    report.seen('photos.rate', stormed.bytes / 1e6 / (stormed.tookMs / 1000), 'MB/s');
    report.seen('photos.pieceP99', percentile(stormed.pieceMs, 0.99), 'ms');
    report.seen('photos.wholeP95', percentile(stormed.wholeMs, 0.95) / 1000, 's from a hand-in to the receipt, photos included');
    report.atMost('photos.examErrors', steady.errors.length + left.errors.length, `of ${steady.pushMs.length} pushes and 100 hand-ins`, 0);
    report.seen('photos.examMedian', percentile(steady.pushMs, 0.5), 'ms');
    report.atMost('photos.examP99', percentile(steady.pushMs, 0.99), 'ms', 50);
    report.seen('photos.generatorLateP99', percentile(steady.lateMs, 0.99), 'ms, within the figure above');
    report.atMost('photos.handInReceiptP99', percentile(left.receiptMs, 0.99), 'ms from hand-in to a verified receipt', 1000);
    report.seen('photos.serverCpu', steady.serverCpu, 'of one core');
    report.seen('photos.memory', steady.rssBytes / 1e6, 'MB');
  } finally {
    await server.dispose();
  }
}

/** Sets a homework of one question with photos, and returns the students' attempts. */
async function homework(server: ServerProcess, students: number): Promise<{ userId: number; attemptId: string }[]> {
  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  const school = await ApiClient.signIn(server.origin, 'school');
  const rows = Array.from({ length: students }, (_, n) => ({ row: n + 2, cells: { name: `学生${n}`, login_name: `photo${n}` } }));
  await school.call(userCalls.import, { user_type: 7, addClasses: false, mode: 'all', rows });
  const items = [{ text: '照片清楚', points: 6 }];
  const key = { kind: 'rubric' as const, reference: '', items, veto: [], files: photos };
  await approvedQuestion({ teacher, school }, { category: '照片作业', type: 5, stem: '<p>上传实训照片。</p>', key });
  const section = { title: '简答', type: 5, count: 1, pointsEach: 6, categories: ['照片作业'], partial: false };
  const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 3 };
  const paper = await made(
    teacher,
    paperCalls.draw,
    await made(teacher, paperCalls.add, { name: '照片作业', kind: 'homework', sections: [section], rules }),
  );
  const { items: people } = await teacher.call(userCalls.getExamUserList, { pageSize: 200, filter: { keyword: 'photo' } });
  const userIds = people.map((each) => each.id);
  if (userIds.length !== students) throw new Error(`${userIds.length} of ${students} students came of the import`);
  const { id } = await made(teacher, taskCalls.add, taskDraft(paper.id, userIds, Date.now() - 60_000));
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
