import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import { schoolStatus } from '../../../../sync/contract/codes.ts';
import type { schoolDraft } from '../../../../sync/contract/people/school.ts';
import type { Database } from '../../../db/schema.ts';
import { refuse, type Caller, type Handlers } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import { requireVersion } from '../../../http/stale-version.ts';
import type { ServerClock } from '../../../ports.ts';
import type { ReferenceRegistry } from '../../../resources/references.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createUserReads } from '../user/user-reads.ts';
import { parseSchoolConfig } from './school-config.ts';
import { schoolFieldNames, schoolMessages as messages } from './school-messages.ts';
import { type SchoolColumns, type SchoolRow, schoolHistoryKind, schoolSorts, createSchoolStore } from './school-store.ts';

type Draft = z.output<typeof schoolDraft>;
/** Entity name in the audit log. */
const entity = 'school';

export function createSchoolHandlers(deps: {
  db: Kysely<Database>;
  clock: ServerClock;
  uses: Pick<ReferenceRegistry, 'schoolExams'>;
}): Handlers<'school'> {
  const schools = createSchoolStore(deps.db);
  const users = createUserReads(deps.db);
  const exams = deps.uses.schoolExams;
  const editor = (caller: Caller) => ({ userId: caller.userId, nowMs: deps.clock.nowMs() });

  /** Reads a school to change. Refuses if it does not exist or the caller saw another version. */
  const toChange = async (tx: Transaction<Database>, id: number, version: number): Promise<SchoolRow> => {
    const before = await createSchoolStore(tx).byId(id);
    if (!before) refuse('notFound', messages.notFound());
    await requireVersion(tx, { kind: schoolHistoryKind, ...before }, version, messages.called(), schoolFieldNames);
    return before;
  };

  /** Checks what the schema cannot: codes already used by another school, and a custom logo switched on without an image. */
  async function draftFault(tx: Transaction<Database>, draft: Draft, ownId: number | null): Promise<void> {
    const fields: { path: string; message: ReturnType<typeof messages.websiteTaken> }[] = [];
    const within = createSchoolStore(tx);
    const website = await within.byWebsite(draft.website);
    if (website && website.id !== ownId) fields.push({ path: 'website', message: messages.websiteTaken(website.title) });
    const site = await within.bySiteCode(draft.siteCode);
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
        logo: shownLogo(school),
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
          ...facts(row),
          logo: shownLogo(row),
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
        ...facts(row),
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
        await draftFault(tx, draft, null);
        const columns = columnsOf(draft, {});
        const made = await schools.create(tx, columns, editor(context.caller));
        await context.audit.noteIn(tx, { entity, id: made.id, before: null, after: columns, schoolId: made.id });
        return made;
      }),

    modify: ({ id, version, ...draft }, context) =>
      runUnitOfWork(deps.db, 'everything', context, async (tx) => {
        await draftFault(tx, draft, id);
        const before = await toChange(tx, id, version);
        const after = columnsOf(draft, parsed(before.config));
        const done = await schools.modify(tx, before, after, editor(context.caller));
        await context.audit.noteIn(tx, { entity, id, before, after, schoolId: id });
        return done;
      }),

    setStatus: ({ id, version, status }, context) =>
      runUnitOfWork(deps.db, 'everything', context, async (tx) => {
        const disables = status === schoolStatus.disabled;
        if (disables && id === context.caller.schoolId) refuse('refused', messages.ownSchool());
        if (disables && (await createUserReads(tx).hasOnlySystemUser(id))) refuse('refused', messages.lastPlatformPeople());
        const before = await toChange(tx, id, version);
        const by = editor(context.caller);
        if (disables) await schools.expireSessions(tx, id, by.nowMs);
        const done = await schools.modify(tx, before, { status }, by);
        await context.audit.noteIn(tx, { entity, id, before: { status: before.status }, after: { status }, schoolId: id });
        return done;
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
        const config = JSON.stringify({ ...parsed(before.config), ...wish });
        const done = await schools.modify(tx, before, { config }, editor(context.caller));
        const stored = parseSchoolConfig(before);
        const sides = {
          before: { registration: stored.config_registration, enrolAtOnce: stored.config_enrol_at_once },
          after: { registration: wish.config_registration, enrolAtOnce: wish.config_enrol_at_once },
        };
        await context.audit.noteIn(tx, { entity, id, ...sides, schoolId: id });
        return { version: done.version };
      });
    },
  };
}

const shownLogo = (row: Pick<SchoolRow, 'logo' | 'logo_custom' | 'logo_custom_status'>): string =>
  row.logo_custom_status === 1 && row.logo_custom !== '' ? row.logo_custom : row.logo;

const facts = (row: SchoolRow) => ({
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

const columnsOf = (draft: Draft, config: object): SchoolColumns => ({
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

const parsed = (json: string): object => JSON.parse(json) as object;
