import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import { schoolStatus } from '../../../../sync/contract/codes.ts';
import type { schoolDraft } from '../../../../sync/contract/people/school.ts';
import type { Database } from '../../../db/schema.ts';
import { refuse, type Caller, type Handlers, type Message, say } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import { requireVersion } from '../../../http/stale-version.ts';
import type { ServerClock } from '../../../ports.ts';
import type { ReferenceRegistry } from '../../../resources/references.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createUserReads } from '../user/user-reads.ts';
import { parseSchoolConfig } from './school-reads.ts';
import { type SchoolColumns, type SchoolRow, schoolHistoryKind, schoolSorts, createSchoolStore } from './school-store.ts';

type Draft = z.output<typeof schoolDraft>;
/** Name of schools in the audit log. */
const entity = 'school';

/** Names of the tables whose rows keep a school from being removed; other tables are shown by their table name. */
const hangingNames: Readonly<Record<string, readonly [string, string]>> = {
  user: ['用户', 'users'],
  question: ['题目', 'questions'],
  paper: ['试卷', 'papers'],
  exam_plan: ['考试计划', 'exam plans'],
  profession: ['职业', 'professions'],
  class: ['班级', 'classes'],
  upload: ['上传的文件', 'uploaded files'],
};

/** Names of a school's columns, as shown in a version conflict. */
const schoolFieldNames: Readonly<Record<string, Message>> = {
  title: say('学校名称', 'title'),
  website: say('网站代码', 'website code'),
  logo: say('校徽', 'logo'),
  logo_custom: say('自定义校徽', 'custom logo'),
  logo_custom_status: say('是否使用自定义校徽', 'use of the custom logo'),
  cover: say('封面', 'cover'),
  record: say('备案号', 'record number'),
  mohrss_prof_no: say('人社职业编号', 'MOHRSS profession number'),
  mohrss_prof_allname: say('人社职业全称', 'MOHRSS profession name'),
  site_code: say('站点代码', 'site code'),
  contact: say('联系人', 'contact'),
  phone: say('联系电话', 'phone'),
  address: say('地址', 'address'),
  config: say('参数', 'settings'),
  status: say('状态', 'status'),
};

const messages = {
  unknownWebsite: (website: string) => say(`没有网站代码为“${website}”的学校`, `There is no school with the website code "${website}"`),
  notFound: () => say('学校不存在', 'There is no such school'),
  invalid: () => say('有内容不符合要求', 'Some fields are not as required'),
  websiteTaken: (title: string) => say(`网站代码已被“${title}”使用`, `The website code is used by "${title}"`),
  siteCodeTaken: (title: string) => say(`站点代码已被“${title}”使用`, `The site code is used by "${title}"`),
  customLogoMissing: () => say('请先上传自定义校徽', 'Upload a custom logo first'),
  ownSchool: () => say('不能停用或删除您自己所在的学校', 'You cannot disable or remove the school your own account belongs to'),
  lastPlatformPeople: () =>
    say(
      '该校有唯一可用的系统管理员账号，停用后将无人能管理系统',
      'This school has the only working system account. If it were disabled, nobody could manage the system',
    ),
  called: () => say('学校', 'school'),
  hanging: (rows: readonly { table: string; count: number }[]) =>
    say(
      `学校还有${rows.map(({ table, count }) => `${hangingNames[table]?.[0] ?? table} ${count} 条`).join('、')}，不能删除；不再使用时请停用`,
      `The school still has ${rows.map(({ table, count }) => `${count} ${hangingNames[table]?.[1] ?? table}`).join(', ')}; it cannot be removed. Disable it instead`,
    ),
} as const;

export function createSchoolHandlers(deps: {
  db: Kysely<Database>;
  clock: ServerClock;
  uses: Pick<ReferenceRegistry, 'schoolExams'>;
}): Handlers<'school'> {
  const schools = createSchoolStore(deps.db);
  const users = createUserReads(deps.db);
  const exams = deps.uses.schoolExams;
  const toEditor = (caller: Caller) => ({ userId: caller.userId, nowMs: deps.clock.nowMs() });

  /** Reads a school to change. Refuses if it does not exist or the caller saw another version. */
  const toChange = async (tx: Transaction<Database>, id: number, version: number): Promise<SchoolRow> => {
    const before = await createSchoolStore(tx).byId(id);
    if (!before) refuse('notFound', messages.notFound());
    await requireVersion(tx, { kind: schoolHistoryKind, ...before }, version, messages.called(), schoolFieldNames);
    return before;
  };

  /** Checks what the schema cannot: codes already used by another school, and a custom logo switched on without an image. */
  async function checkDraft(tx: Transaction<Database>, draft: Draft, ownId: number | null): Promise<void> {
    const fields: { path: string; message: ReturnType<typeof messages.websiteTaken> }[] = [];
    const txStore = createSchoolStore(tx);
    const website = await txStore.byWebsite(draft.website);
    if (website && website.id !== ownId) fields.push({ path: 'website', message: messages.websiteTaken(website.title) });
    const site = await txStore.bySiteCode(draft.siteCode);
    if (site && site.id !== ownId) fields.push({ path: 'siteCode', message: messages.siteCodeTaken(site.title) });
    if (draft.logoCustomStatus === 1 && draft.logoCustom === '') fields.push({ path: 'logoCustom', message: messages.customLogoMissing() });
    return fields[0] && refuse('invalid', fields.length === 1 ? fields[0].message : messages.invalid(), { fields });
  }

  return {
    async getByWebsite({ website }) {
      const school = await schools.byWebsite(website);
      if (!school) refuse('notFound', messages.unknownWebsite(website));
      const { id, title, cover, status } = school;
      const enabled = status === schoolStatus.enabled;
      const config = parseSchoolConfig(school);
      const registration = enabled && config.config_registration === 1;
      const enrolAtOnce = registration && config.config_enrol_at_once === 1;
      return {
        id,
        title,
        logo: getShownLogo(school),
        cover,
        website: school.website,
        enabled,
        registration,
        enrolAtOnce,
        zone: config.config_time_zone,
      };
    },

    async getList(input) {
      const order = readListQuery(input, schoolSorts, 'title');
      const { keyword = '', status } = input.filter ?? {};
      const { items, total } = await schools.list({ keyword, status }, order);
      const ids = items.map((row) => row.id);
      const [userCounts, examCounts] = await Promise.all([users.countsBySchool(ids), exams.counts(deps.db, ids)]);
      return {
        items: items.map((row) => ({
          ...toSchoolFacts(row),
          logo: getShownLogo(row),
          userCount: userCounts.get(row.id) ?? 0,
          examCount: examCounts.get(row.id) ?? 0,
        })),
        total,
      };
    },

    async getById({ id }) {
      const row = await schools.byId(id);
      if (!row) refuse('notFound', messages.notFound());
      const [userCounts, examCounts] = await Promise.all([users.countsBySchool([id]), exams.counts(deps.db, [id])]);
      return {
        ...toSchoolFacts(row),
        logo: row.logo,
        logoCustom: row.logo_custom,
        logoCustomStatus: row.logo_custom_status,
        cover: row.cover,
        mohrssProfNo: row.mohrss_prof_no,
        mohrssProfAllname: row.mohrss_prof_allname,
        address: row.address,
        config: parseSchoolConfig(row),
        userCount: userCounts.get(id) ?? 0,
        examCount: examCounts.get(id) ?? 0,
        runningExamCount: await exams.running(deps.db, id, deps.clock.nowMs()),
      };
    },

    add: (draft, context) =>
      runUnitOfWork(deps.db, 'everything', context, async (tx) => {
        await checkDraft(tx, draft, null);
        const columns = toSchoolColumns(draft, {});
        const school = await schools.create(tx, columns, toEditor(context.caller));
        await context.audit.noteIn(tx, { entity, id: school.id, before: null, after: columns, schoolId: school.id });
        return school;
      }),

    modify: ({ id, version, ...draft }, context) =>
      runUnitOfWork(deps.db, 'everything', context, async (tx) => {
        await checkDraft(tx, draft, id);
        const before = await toChange(tx, id, version);
        const after = toSchoolColumns(draft, parseConfig(before.config));
        const result = await schools.modify(tx, before, after, toEditor(context.caller));
        await context.audit.noteIn(tx, { entity, id, before, after, schoolId: id });
        return result;
      }),

    setStatus: ({ id, version, status }, context) =>
      runUnitOfWork(deps.db, 'everything', context, async (tx) => {
        const disables = status === schoolStatus.disabled;
        if (disables && id === context.caller.schoolId) refuse('refused', messages.ownSchool());
        if (disables && (await createUserReads(tx).hasOnlySystemUser(id))) refuse('refused', messages.lastPlatformPeople());
        const before = await toChange(tx, id, version);
        const by = toEditor(context.caller);
        if (disables) await schools.expireSessions(tx, id, by.nowMs);
        const result = await schools.modify(tx, before, { status }, by);
        await context.audit.noteIn(tx, { entity, id, before: { status: before.status }, after: { status }, schoolId: id });
        return result;
      }),

    remove: ({ id, version }, context) =>
      runUnitOfWork(deps.db, 'everything', context, async (tx) => {
        if (id === context.caller.schoolId) refuse('refused', messages.ownSchool());
        const hanging = await createSchoolStore(tx).hanging(id);
        if (hanging.length > 0) refuse('refused', messages.hanging(hanging), { data: { hanging } });
        const before = await toChange(tx, id, version);
        await schools.remove(tx, id);
        await context.audit.noteIn(tx, { entity, id, before, after: null, schoolId: id });
        return {};
      }),

    async getRegistration(_input, { caller }) {
      const row = await schools.byId(caller.schoolId);
      if (!row) refuse('notFound', messages.notFound());
      const { config_registration, config_enrol_at_once } = parseSchoolConfig(row);
      return { version: row.version, website: row.website, open: config_registration === 1, enrolAtOnce: config_enrol_at_once === 1 };
    },

    async setRegistration({ version, open, enrolAtOnce }, context) {
      const id = context.caller.schoolId;
      const wish = { config_registration: open ? 1 : 0, config_enrol_at_once: enrolAtOnce ? 1 : 0 };
      return runUnitOfWork(deps.db, 'everything', context, async (tx) => {
        const before = await toChange(tx, id, version);
        const config = JSON.stringify({ ...parseConfig(before.config), ...wish });
        const result = await schools.modify(tx, before, { config }, toEditor(context.caller));
        const configBefore = parseSchoolConfig(before);
        const sides = {
          before: { registration: configBefore.config_registration, enrolAtOnce: configBefore.config_enrol_at_once },
          after: { registration: wish.config_registration, enrolAtOnce: wish.config_enrol_at_once },
        };
        await context.audit.noteIn(tx, { entity, id, ...sides, schoolId: id });
        return { version: result.version };
      });
    },
  };
}

const getShownLogo = (row: Pick<SchoolRow, 'logo' | 'logo_custom' | 'logo_custom_status'>): string =>
  row.logo_custom_status === 1 && row.logo_custom !== '' ? row.logo_custom : row.logo;

const toSchoolFacts = (row: SchoolRow) => ({
  id: row.id,
  title: row.title,
  website: row.website,
  record: row.record,
  siteCode: row.site_code,
  contact: row.contact,
  phone: row.phone,
  status: row.status,
  version: row.version,
  createdMs: row.created_ms,
  updatedMs: row.updated_ms,
});

const toSchoolColumns = (draft: Draft, config: object): SchoolColumns => ({
  title: draft.title,
  website: draft.website,
  logo: draft.logo,
  logo_custom: draft.logoCustom,
  logo_custom_status: draft.logoCustomStatus,
  cover: draft.cover,
  record: draft.record,
  mohrss_prof_no: draft.mohrssProfNo,
  mohrss_prof_allname: draft.mohrssProfAllname,
  site_code: draft.siteCode,
  contact: draft.contact,
  phone: draft.phone,
  address: draft.address,
  config: JSON.stringify({ ...config, ...draft.config }),
});

const parseConfig = (json: string): object => JSON.parse(json) as object;
