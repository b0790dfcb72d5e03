import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enrolmentStatus } from '../../sync/contract/codes.ts';
import { startServer, type RunningServer } from '../running-server.ts';
import { readSettings } from '../settings.ts';

const faults: unknown[] = [];
let filled = false;
const logger = {
  info: (_fields: object, message: string) => void (filled ||= message === 'filled the demo school'),
  // Slow calls are logged as warnings and are no faults.
  warn: () => undefined,
  error: (fields: object) => void faults.push(fields),
};

describe('the demo school', { timeout: 120_000 }, () => {
  let folder: string;
  let server: RunningServer;
  const post = async (path: string, body: unknown, token = '') => {
    const response = await fetch(`${server.url}/api${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'x-token': token } });
    return (await response.json()) as { code: number; data: never };
  };
  const signIn = async (login_name: string): Promise<<T>(path: string, body?: unknown) => Promise<T>> => {
    const { demo } = (await post('/system/getPublic', {})).data as { demo: { password: string } };
    const { id: school_id } = (await post('/school/getByWebsite', { website: 'demo' })).data as { id: number };
    const { token } = (await post('/user/login', { login_name, login_pwd: demo.password, school_id })).data as { token: string };
    return async <T>(path: string, body: unknown = {}): Promise<T> => (await post(path, body, token)).data;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wenkao-demo-'));
    mkdirSync(join(folder, 'web'));
    writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html>');
    const settings = readSettings({ PORT: '0', WENKAO_DATA: join(folder, 'data'), WENKAO_LOG_RESERVE_MB: '0' });
    server = await startServer({ settings, logger, webDir: join(folder, 'web'), version: '0.0.0' });
    await vi.waitUntil(() => filled, { timeout: 100_000, interval: 100 });
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('is filled without a fault', () => expect(faults).toEqual([]));

  it('has an exam with released scores, whose certificates anyone can verify', async () => {
    const student = await signIn('student');
    const { items: exams } = await student<{ items: { planId: number; name: string; scoreReleased: boolean }[] }>('/exam/myList');
    const released = exams.filter((exam) => exam.scoreReleased);
    expect(released.map((exam) => exam.name).toSorted()).toEqual(['电工（四级）第 11 批操作技能考核', '电工（四级）第 11 批理论考试']);
    const score = await student<{ points: number; passed: boolean }>('/exam/myScore', { planId: released[0]?.planId });
    expect(score.points).toBeGreaterThan(0);
    const teacher = await signIn('teacher');
    const theory = released.find((exam) => exam.name.includes('理论'))?.planId;
    type Candidate = { passed: boolean; certificate: { number: string } | null };
    const { items } = await teacher<{ items: Candidate[] }>('/certificate/getCandidates', { planId: theory });
    expect(items).toHaveLength(12);
    for (const { passed, certificate } of items) expect(certificate !== null).toBe(passed);
    const number = items.find((one) => one.certificate)?.certificate?.number;
    expect((await post('/certificate/verify', { number })).data).toMatchObject({ found: true, valid: true, profession: '电工', level: 4 });
  });

  it('has written answers to mark, homework photos to mark, and homework given back', async () => {
    const marker = await signIn('marker');
    type Tasks = { items: { name: string; tasks: { scripts: number; marked: number }[] }[] };
    const { items } = await marker<Tasks>('/marking/getList', { kind: 'written' });
    const [exam] = items.filter((one) => one.name.includes('第 12 批'));
    expect(exam?.tasks.map((task) => task.scripts)).toEqual([14, expect.any(Number)]);
    const teacher = await signIn('teacher');
    const { items: work } = await teacher<{ items: { name: string; counts: object }[] }>('/task/getList', { page: 1, pageSize: 20 });
    const photos = work.find((one) => one.name.includes('拍照'));
    expect(photos?.counts).toMatchObject({ returned: 2, finished: 1, awaitingMarking: 5 });
  });

  it('has applications in every state, a declaration, a course, practice and articles', async () => {
    const admin = await signIn('enrolladmin');
    const { offers } = await admin<{ offers: { status: number; count: number }[] }>('/enroll/getCounts');
    const countOf = (wanted: number) => offers.filter(({ status }) => status === wanted).reduce((sum, { count }) => sum + count, 0);
    const { underReview, approved, returned } = enrolmentStatus;
    // Twelve people applied; the twelfth has withdrawn.
    expect([underReview, approved, returned].map(countOf)).toEqual([5, 4, 2]);
    const teacher = await signIn('teacher');
    expect(await teacher<{ total: number }>('/declare/getList', { page: 1, pageSize: 10 })).toMatchObject({ total: 1 });
    const student = await signIn('student');
    const { items: courses } = await student<{ items: { lessons: number; done: number; sizeBytes: number }[] }>('/learn/myList');
    expect(courses).toEqual([expect.objectContaining({ lessons: 3, done: 2 })]);
    const { items: practice } = await student<{ items: { seen: number }[] }>('/exercise/myCategories');
    expect(practice.reduce((sum, { seen }) => sum + seen, 0)).toBeGreaterThan(0);
    const { items: news } = await student<{ items: object[] }>('/info/myList', { page: 1, pageSize: 10 });
    expect(news).toHaveLength(4);
  });

  it('starts one exam on demand, in which answers arrive at the room board', async () => {
    const invigilator = await signIn('invigilator');
    const exam = await invigilator<{ planId: number; roomId: number }>('/system/startDemoExam');
    expect(await invigilator('/system/startDemoExam')).toEqual(exam);
    const teacher = await signIn('teacher');
    const answered = async (): Promise<number> => {
      const { examinees } = await teacher<{ examinees: { receivedOps: number }[] }>('/exam/getById', { id: exam.planId });
      expect(examinees).toHaveLength(30);
      return examinees.filter((one) => one.receivedOps > 1).length;
    };
    await vi.waitFor(async () => expect(await answered()).toBeGreaterThan(2), { timeout: 60_000, interval: 500 });
  });
});
