import { questionStatus, type QuestionBank, detailTableStatus, sectionType } from '../../sync/contract/codes.ts';
import { noLockdown } from '../../sync/contract/exams/lockdown.ts';
import { classResource } from '../../sync/contract/people/class.ts';
import { personFields } from '../../sync/contract/people/person.ts';
import { createBlankDraft } from '../../sync/contract/resource.ts';
import { userTypes, type UserType } from '../../sync/contract/roles.ts';
import type { AppDeps } from '../context.ts';
import { certifiedBankId } from '../db/schema/question.ts';
import { createStartStore } from '../db/start-store.ts';
import { createDetailReads } from '../features/bank/detail/detail-reads.ts';
import { freezeTableInUse } from '../features/bank/detail/detail-writes.ts';
import { addQuestions } from '../features/bank/question/question-adding.ts';
import { hashQuestion } from '../features/bank/question/similarity/question-hash.ts';
import { createSchoolStore } from '../features/people/school/school-store.ts';
import { createUserStore } from '../features/people/user/user-store.ts';
import { indexIdNumber, sealIdNumber } from '../features/people/user/id-number.ts';
import { hashPassword } from '../features/people/user/sign-in/password.ts';
import { noAudit } from '../http/audit.ts';
import type { AllHandlers, Caller, RequestContext } from '../http/handler.ts';
import type { ServerClock } from '../ports.ts';
import { runUnitOfWork } from '../resources/unit-of-work.ts';
import { readElectricianQuestions, readElectricianDetailLines } from './demo-data.ts';
import { listDemoPeople, demoSchools } from './demo-people.ts';

type ProfessionHandlers = Pick<AllHandlers, 'prof' | 'detail'>;

type Level = 1 | 2 | 3 | 4 | 5;
/** Code, name, levels, trades and standard of each profession. */
const professions: readonly (readonly [string, string, readonly Level[], readonly string[], string])[] = [
  ['6-31-01-03', '电工', [1, 2, 3, 4, 5], [], '国家职业技能标准·电工（2018 年版）'],
  ['4-03-02-07', '茶艺师', [1, 2, 3, 4, 5], [], '国家职业技能标准·茶艺师（2018 年版）'],
  ['4-01-06-01', '电子商务师', [1, 2, 3, 4, 5], ['网商', '跨境电子商务师'], '国家职业技能标准·电子商务师（2022 年版）'],
  ['4-14-02-02', '健康管理师', [1, 2, 3], [], '国家职业标准·健康管理师'],
  ['3-01-02-07', '制图员', [2, 3, 4, 5], [], '国家职业标准·制图员'],
];

type SeedContext = RequestContext & { readonly caller: Caller };

/** Context of a call that the server itself makes in the name of a user. */
const createSeedContext = (caller: Caller): SeedContext => ({
  ip: '',
  language: 'zh-CN',
  signal: new AbortController().signal,
  audit: noAudit,
  caller,
});

/**
 * Adds the professions, offers them at every demo school, and publishes a detail table for 电工 level 4. Rows that an interrupted first
 * start has already written stay as they are.
 */
async function addProfessions(handlers: ProfessionHandlers, admin: SeedContext, schools: readonly SeedContext[]): Promise<void> {
  const existingProfessions = (await handlers.prof.getList({ page: 1, pageSize: 200 }, admin)).items;
  const ids: number[] = [];
  for (const [code, name, levels, trades, standard] of professions) {
    const draft = { code, name, levels: [...levels], trades: trades.map((trade) => ({ name: trade })), standard, remark: '' };
    ids.push((existingProfessions.find((each) => each.code === code) ?? (await handlers.prof.add(draft, admin))).id);
  }
  for (const school of schools) await handlers.prof.setOffered({ ids, offered: true }, school);
  const [professionId] = ids;
  if (professionId === undefined) return;
  const existingTable = (await handlers.detail.getList({ page: 1, pageSize: 1, filter: { professionId } }, admin)).items[0];
  if (existingTable !== undefined && existingTable.status !== detailTableStatus.draft) return;
  const table = existingTable ?? (await handlers.detail.add({ professionId, tradeId: null, level: 4 }, admin));
  const savedTable = await handlers.detail.modify({ id: table.id, version: table.version, lines: readElectricianDetailLines() }, admin);
  await handlers.detail.publish(savedTable, admin);
}

const electrician = '6-31-01-03';

/**
 * Adds the electrician questions to the bank `by.bank`. It is called for the school's own bank, from which the mock exam is drawn, and for the
 * certified bank, which all schools share.
 */
async function addElectricianBank(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  handlers: Pick<ProfessionHandlers, 'prof'>,
  by: Caller & { readonly bank: QuestionBank },
): Promise<void> {
  const { items } = await handlers.prof.getList({ page: 1, pageSize: 1, filter: { keyword: electrician } }, createSeedContext(by));
  const profId = items[0]?.id ?? null;
  const editor = { userId: by.userId, nowMs: deps.clock.nowMs() };
  const bodies = readElectricianQuestions().map((body) =>
    profId === null ? { ...body, level: null, pointCode: '' } : { ...body, profId },
  );
  await addQuestions(
    deps.db,
    bodies.map((body) => ({ body, hash: hashQuestion(body) })),
    { ...editor, schoolId: by.bank === 'school' ? by.schoolId : certifiedBankId, skipDuplicates: true, status: questionStatus.inUse },
  );
  if (profId === null) return;
  const table = await createDetailReads(deps.db).pointsOf({ professionId: profId, tradeId: null, level: 4 });
  if (table) await freezeTableInUse(deps.db, table.tableId, editor.userId, editor.nowMs);
}

type ClassHandlers = Pick<AllHandlers, 'class' | 'user' | 'prof'>;

const classes = [
  { name: '电工 2601 班', grade: '2026', note: '中级电工' },
  { name: '电工 2602 班', grade: '2026', note: '中级电工' },
] as const;
/** Login name, name and remark of the applicants whose registration waits for approval. */
const applicants = [
  ['newcomer1', '罗子墨', '电工 2601 班'],
  ['newcomer2', '梁雨桐', '电工 2602 班，转学生'],
] as const;

/** Adds two classes of electricians to the demo school, with one teacher, students, examinees and two applicants. */
async function addDemoClasses(
  handlers: ClassHandlers,
  school: SeedContext,
  teacherId: number,
  website: string,
  passwordOf: (loginName: string) => string,
): Promise<void> {
  const { items } = await handlers.user.getExamUserList({ page: 1, pageSize: 200 }, school);
  const half = Math.ceil(items.length / 2);
  for (const [at, fields] of classes.entries()) {
    const schoolClass = await handlers.class.add(
      { ...createBlankDraft(classResource), ...fields, headTeacherId: teacherId, teacherIds: [teacherId] },
      school,
    );
    const user_ids = items.slice(at * half, (at + 1) * half).map((item) => item.id);
    await handlers.class.assign({ class_id: schoolClass.id, user_ids }, school);
  }
  const { items: staff } = await handlers.user.getList({ page: 1, pageSize: 200, filter: { status: 1 } }, school);
  const inTrade = [
    ...items.map((item) => item.id),
    ...staff.flatMap((each) => (each.user_type === 12 || each.id === teacherId ? [each.id] : [])),
  ];
  await putIntoProfession(handlers, school, inTrade);
  for (const [login_name, name, note] of applicants) {
    const form = { website, user_type: 7 as const, login_name, name, note, login_pwd: passwordOf(login_name), phone: '13800000000' };
    await handlers.user.addRS({ ...form, sex: 0, id_type: 1, id_number: '', student_no: '', employer: '' }, school);
  }
}

/** Enters the profession 电工 in these people's accounts. */
async function putIntoProfession(handlers: ClassHandlers, school: SeedContext, userIds: readonly number[]): Promise<void> {
  const [profession] = (await handlers.prof.getList({ page: 1, pageSize: 1, filter: { keyword: '电工' } }, school)).items;
  for (const id of profession === undefined ? [] : userIds) {
    const person = await handlers.user.getById({ id }, school);
    const fields = personFields.parse({ ...person, id_number: null, prof_id: profession?.id });
    await handlers.user.modify({ ...fields, id, version: person.version }, school);
  }
}

type MockExamHandlers = Pick<AllHandlers, 'user' | 'paper' | 'exam'>;
const minuteMs = 60_000;

const categories = ['电工基础', '电子技术', '电机与变压器', '低压电器与控制', '可编程控制器', '变频与传动', '测量与安全'];
const createSection = (title: string, type: 1 | 2 | 3 | 4, count: number, pointsEach: number, partial: boolean) => ({
  title,
  type,
  count,
  pointsEach,
  categories,
  partial,
  difficulty: null,
  tags: [],
  level: null,
});

const mockPaper = {
  name: '电工（四级）理论知识模拟卷',
  kind: 'exam' as const,
  category: '',
  sections: [
    createSection('一、单项选择题', sectionType.single, 20, 2, false),
    createSection('二、多项选择题', sectionType.multiple, 8, 2.5, true),
    createSection('三、判断题', sectionType.judgement, 10, 2, false),
    createSection('四、填空题', sectionType.fillIn, 10, 2, true),
  ],
  rules: {
    layout: 'one' as const,
    shuffleQuestions: true,
    shuffleOptions: true,
    passPoints: 60,
    minutes: 60,
    bank: 'school' as const,
    maxShared: 0,
  },
};

const notice =
  '1. 本场考试共 48 题，满分 100 分，60 分合格，考试时间 60 分钟。\n' +
  '2. 多项选择题少选得一半的分，错选、不选不得分；填空题按空给分。\n' +
  '3. 作答保存在本机后即使断网也不会丢失，请放心继续作答；交卷后等待“交卷回执”。\n' +
  '4. 遵守考场纪律，独立完成。';

/** Adds an exam that begins a few minutes after the first start, so that a visitor can sit it at once. */
async function addMockExam(clock: ServerClock, handlers: MockExamHandlers, teacher: SeedContext): Promise<void> {
  const paper = await handlers.paper.add(mockPaper, teacher);
  await handlers.paper.draw(paper, teacher);
  const examinees = await handlers.user.getExamUserList({ page: 1, pageSize: 200 }, teacher);
  const startMs = Math.ceil((clock.nowMs() + 4 * minuteMs) / minuteMs) * minuteMs;
  const plan = await handlers.exam.add(
    {
      name: '电工（四级）理论知识模拟考试',
      part: 'theory',
      resit: false,
      signatureRequired: false,
      partOf: null,
      paperId: paper.id,
      startMs,
      durationMs: 60 * minuteMs,
      entryLimitMs: 45 * minuteMs,
      earliestHandInMs: minuteMs,
      notice,
      releaseRule: 'whenOver',
      examineeIds: examinees.items.map((examinee) => examinee.id),
      roomIds: [],
      markerGroupIds: [],
      ticketPattern: '',
      lockdown: noLockdown,
    },
    teacher,
  );
  await handlers.exam.publish(plan, teacher);
}

export type SeedHandlers = MockExamHandlers & ProfessionHandlers & ClassHandlers;

type PasswordOf = (website: string, loginName: string) => string;

/** Fills an empty data folder. Finished steps are remembered, so an interrupted first start continues with the next step. */
export async function seedDemo(deps: AppDeps, handlers: SeedHandlers, passwordOf: PasswordOf): Promise<void> {
  const steps = createStartStore(deps.db);
  const runStep = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (await steps.isDone(name)) return;
    await work();
    await steps.markDone(name, deps.clock.nowMs());
  };
  await runStep('demo-people', () => addPeople(deps, passwordOf));
  const teacher = await createTeacherContext(deps);
  await runStep('demo-professions', async () =>
    addProfessions(
      handlers,
      await createPersonContext(deps, 0, 'admin'),
      await Promise.all(demoSchools.map((_, at) => createPersonContext(deps, at, 'school'))),
    ),
  );
  await runStep('demo-bank-electrician', () => addElectricianBank(deps, handlers, { ...teacher.caller, bank: 'school' }));
  const keeper = await createPersonContext(deps, 0, 'question');
  await runStep('demo-bank-certified', () => addElectricianBank(deps, handlers, { ...keeper.caller, bank: 'certified' }));
  await runStep('demo-mock-exam', () => addMockExam(deps.clock, handlers, teacher));
  const { website } = demoSchools[0];
  await runStep('demo-classes', async () =>
    addDemoClasses(handlers, await createPersonContext(deps, 0, 'school'), teacher.caller.userId, website, (loginName) =>
      passwordOf(website, loginName),
    ),
  );
}

const createTeacherContext = (deps: AppDeps): Promise<SeedContext> => createPersonContext(deps, 0, 'teacher');

/** Returns the context for calls in the name of a demo school's account. */
async function createPersonContext(deps: AppDeps, at: number, loginName: string): Promise<SeedContext> {
  const school = await createSchoolStore(deps.db).byWebsite(demoSchools[at]?.website ?? '');
  const user = school && (await createUserStore(deps.db).byLoginName(school.id, loginName));
  if (!user) throw new Error(`the demo school has no user ${loginName}`);
  const userType = user.user_type as UserType;
  return createSeedContext({ userId: user.id, userType, roles: userTypes[userType].roles, schoolId: user.school_id, sessionId: 0 });
}

async function addPeople(deps: AppDeps, passwordOf: PasswordOf): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const hashes = new Map<string, Promise<string>>();
  const hashOf = (password: string): Promise<string> => {
    const hash = hashes.get(password) ?? hashPassword(password);
    hashes.set(password, hash);
    return hash;
  };
  const rooms = await Promise.all(
    demoSchools.map((school, at) =>
      Promise.all(
        listDemoPeople(at).map(async (person) => ({ person, pwdHash: await hashOf(passwordOf(school.website, person.loginName)) })),
      ),
    ),
  );
  await runUnitOfWork(deps.db, 'everything', {}, async (tx) => {
    const schools = createSchoolStore(tx);
    const users = createUserStore(tx);
    for (const [at, school] of demoSchools.entries()) {
      const schoolId = await schools.add({ ...school, config: demoConfig }, nowMs);
      for (const { person, pwdHash } of rooms[at] ?? []) {
        const { loginName, userType, name, ticketNo, idNumber } = person;
        await users.add(
          {
            schoolId,
            loginName,
            userType,
            name,
            pwdHash,
            ...(ticketNo !== undefined && { ticketNo }),
            ...(idNumber !== undefined && {
              idNumberSealed: sealIdNumber(idNumber, deps.keys.personal, deps.chance),
              idNumberIndex: indexIdNumber(idNumber, schoolId, deps.keys.personal),
            }),
          },
          nowMs,
        );
      }
    }
  });
}

const demoConfig = {
  config_coursehour_text: 1,
  config_courseware_size_mb: 2048,
  config_courseware_minutes: 600,
  config_body_code: '3201',
  config_province_code: '32',
};
