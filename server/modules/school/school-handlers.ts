import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { schoolStatus } from '../../../sync/contract/codes.ts';
import type { schoolDraft } from '../../../sync/contract/people/school.ts';
import type { Database } from '../../db/schema.ts';
import type { AuditChange } from '../../http/audit/audit.ts';
import { refuse, type Caller, type Handlers, type RequestContext } from '../../http/handler.ts';
import { readListQuery } from '../../http/input/list-query.ts';
import { refuseStaleVersion } from '../../http/stale-version.ts';
import type { ServerClock } from '../../ports.ts';
import type { ReferenceRegistry } from '../../resources/references.ts';
import { createUserReads } from '../user/user-reads.ts';
import { parseSchoolConfig } from './school-config.ts';
import { schoolFieldNames, schoolMessages as messages } from './school-messages.ts';
import {
  type WriteWithSchool,
  type SchoolChangeOutcome,
  type SchoolColumns,
  type SchoolRow,
  schoolSorts,
  createSchoolStore,
} from './school-store.ts';

type Draft = z.output<typeof schoolDraft>;

export function createSchoolHandlers(deps: {
  db: Kysely<Database>;
  clock: ServerClock;
  uses: Pick<ReferenceRegistry, 'schoolExams'>;
}): Handlers<'school'> {
  const schools = createSchoolStore(deps.db);
  const users = createUserReads(deps.db);
  const exams = deps.uses.schoolExams;
  const editor = (caller: Caller) => ({ userId: caller.userId, nowMs: deps.clock.nowMs() });

  const answer = (change: SchoolChangeOutcome, id: number): { id: number; version: number } => {
    switch (change.kind) {
      case 'done':
        return { id, version: change.version };
      case 'notFound':
        return refuse('notFound', messages.notFound());
      case 'stale':
        return refuseStaleVersion(messages.thing(), change.note, schoolFieldNames);
    }
  };

  /** Checks what the schema cannot: codes already used by another school, and a custom logo switched on without an image. */
  async function draftFault(draft: Draft, ownId: number | null): Promise<void> {
    const fields: { path: string; message: ReturnType<typeof messages.websiteTaken> }[] = [];
    const website = await schools.byWebsite(draft.website);
    if (website && website.id !== ownId) fields.push({ path: 'website', message: messages.websiteTaken(website.title) });
    const site = await schools.bySiteCode(draft.siteCode);
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

    async add(draft, { caller, ...context }) {
      await draftFault(draft, null);
      const columns = columnsOf(draft, {});
      return schools.create(columns, editor(caller), told(context, { before: null, after: columns }));
    },

    async modify({ id, version, ...draft }, { caller, ...context }) {
      await draftFault(draft, id);
      const before = await schools.byId(id);
      const sides = { before: before ?? null, after: columnsOf(draft, parsed(before?.config ?? '{}')) };
      const columns = (before: { config: string }) => columnsOf(draft, parsed(before.config));
      return answer(await schools.modify({ id, version }, columns, editor(caller), told(context, sides)), id);
    },

    async setStatus({ id, version, status }, { caller, ...context }) {
      if (status === schoolStatus.disabled && id === caller.schoolId) refuse('refused', messages.ownSchool());
      if (status === schoolStatus.disabled && (await users.hasOnlySystemUser(id))) refuse('refused', messages.lastPlatformPeople());
      const before = await schools.byId(id);
      const sides = { before: { status: before?.status }, after: { status } };
      return answer(await schools.setStatus({ id, version }, status, editor(caller), told(context, sides)), id);
    },

    async remove({ id, version }, { caller, ...context }) {
      if (id === caller.schoolId) refuse('refused', messages.ownSchool());
      const hanging = await schools.hanging(id);
      if (hanging.length > 0) refuse('refused', messages.hanging(hanging), { data: { hanging } });
      const sides = { before: (await schools.byId(id)) ?? null, after: null };
      answer(await schools.remove({ id, version }, told(context, sides, {})), id);
      return {};
    },

    async getRegistration(_input, { caller }) {
      const row = await schools.byId(caller.schoolId);
      if (!row) refuse('notFound', messages.notFound());
      const { config_registration, config_enrol_at_once } = parseSchoolConfig(row);
      return { version: row.version, website: row.website, open: config_registration === 1, enrolAtOnce: config_enrol_at_once === 1 };
    },

    async setRegistration({ version, open, enrolAtOnce }, { caller, audit, answer: keeper }) {
      const id = caller.schoolId;
      const said = { config_registration: open ? 1 : 0, config_enrol_at_once: enrolAtOnce ? 1 : 0 };
      const columns = (before: { config: string }) => ({
        config: JSON.stringify({ ...parsed(before.config), ...said }),
      });
      const before = await schools.byId(id);
      const change = await schools.modify({ id, version }, columns, editor(caller), async (tx, done) => {
        const config = before && parseSchoolConfig(before);
        const sides = {
          before: { registration: config?.config_registration, enrolAtOnce: config?.config_enrol_at_once },
          after: { registration: said.config_registration, enrolAtOnce: said.config_enrol_at_once },
        };
        await audit.noteIn(tx, { entity: 'school', id, ...sides, schoolId: id });
        await keeper?.keepIn(tx, { version: done.version });
      });
      return { version: answer(change, id).version };
    },

    async isExist({ website, siteCode, exceptId }) {
      const [byWebsite, bySite] = await Promise.all([
        website ? schools.byWebsite(website) : undefined,
        siteCode ? schools.bySiteCode(siteCode) : undefined,
      ]);
      const taken = (found: { id: number } | undefined): boolean => found !== undefined && found.id !== exceptId;
      return { website: taken(byWebsite), siteCode: taken(bySite) };
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

/** Writes the audit entry and the idempotent response in the transaction of the change. */
const told =
  ({ audit, answer }: RequestContext, sides: Pick<AuditChange, 'before' | 'after'>, said?: object): WriteWithSchool =>
  async (tx, done) => {
    await audit.noteIn(tx, { entity: 'school', id: done.id, ...sides, schoolId: done.id });
    await answer?.keepIn(tx, said ?? done);
  };
