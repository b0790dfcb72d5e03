import { userStatus } from '../../../../../sync/contract/codes.ts';
import { listPasswordProblems } from '../../../../../sync/contract/people/password-rule.ts';
import { toMatchText } from '../../../../../sync/domain/plain-text.ts';
import { getRateLimitUnit } from '../../../../http/client-address.ts';
import { createSharedRateLimiter } from '../../../../http/limits/rate-limiter.ts';
import { type Handlers, refuse } from '../../../../http/handler.ts';
import { ProofOfWorkLimiter } from '../../../../http/limits/proof-of-work-limiter.ts';
import type { ServerTimers } from '../../../../ports.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createSchoolReads } from '../../school/school-reads.ts';
import { hashPassword } from '../sign-in/password.ts';
import { refuseWhenQueueFull } from '../sign-in/password-check.ts';
import { createPeopleService, type PeopleDeps } from '../people/people-service.ts';
import { peopleMessages as messages } from '../people-messages.ts';
import { normalisePerson, listPersonErrors, type PersonFieldError } from '../people/person-check.ts';
import { createRegistrationStore } from './account-store.ts';

/**
 * Maximum number of registrations of one school that wait for approval, or that are made in a day if they need none. A whole school year stays below
 * this number; more suggests abuse.
 */
const maxOpenApplications = 5_000;
/**
 * Registrations per hour and address without proof of work. A whole school may share an address, so further registrations are allowed but cost the
 * browser computing time.
 */
const applicationsAnHour = 200;
const looksAnHour = 1_200;
/** User type of an applicant, whose account can only enrol for recognition (the certification exam) by a form. */
const applicantType = 12;
const dayMs = 86_400_000;

/** Creates the public calls on registration. They reveal of existing accounts only whether a login name is taken. */
export function createRegistrationHandlers(deps: PeopleDeps & { timers: ServerTimers }): Pick<Handlers<'user'>, 'isExist' | 'addRS'> {
  const service = createPeopleService(deps);
  const store = createRegistrationStore(deps.db);
  const schools = createSchoolReads(deps.db);
  const applications = createSharedRateLimiter(deps, 'applications', { limit: applicationsAnHour, everyMs: 3_600_000 });
  const work = new ProofOfWorkLimiter(deps);
  const looks = createSharedRateLimiter(deps, 'loginNameLooks', { limit: looksAnHour, everyMs: 3_600_000 });

  return {
    async isExist({ website, login_name }, { ip }) {
      if (!(await looks.admit(getRateLimitUnit(ip)))) refuse('tooMany', messages.tooManyApplications());
      const school = await schools.byWebsite(website);
      if (school === undefined) refuse('notFound', messages.unknownSchool(website));
      return { exists: await store.hasLoginName(school.id, toMatchText(login_name)) };
    },

    async addRS({ website, user_type, login_pwd, proof, ...typed }, context) {
      const { ip } = context;
      const school = await schools.byWebsite(website);
      if (school === undefined) refuse('notFound', messages.unknownSchool(website));
      if (!school.registration) refuse('refused', messages.registrationClosed(school.title));
      const schoolId = school.id;
      const atOnce = user_type === applicantType && school.enrolAtOnce;
      const person = normalisePerson({
        ...typed,
        // Leave ID and student number empty in an account that is enabled without approval: nobody verified them, and a school that looks a person up
        // by number would find this account.
        ...(atOnce && { id_number: '', student_no: '' }),
        education: 0,
        ethnicity: 0,
        political: 0,
        source: 0,
        ticket_no: '',
        class_id: null,
        extra_roles: [],
      });
      const faults: { path: PersonFieldError['path'] | 'login_pwd'; message: PersonFieldError['message'] }[] = listPersonErrors(
        person,
        user_type,
        deps.clock.nowMs(),
      );
      if (person.phone === '') faults.push({ path: 'phone', message: messages.required() });
      const problem = listPasswordProblems(login_pwd, person.login_name)[0];
      if (problem) faults.push({ path: 'login_pwd', message: messages.password(problem) });
      if (faults.length > 0) refuse('invalid', messages.invalid(faults.length), { fields: faults });
      const limitUnit = getRateLimitUnit(ip);
      if (!(proof && (await work.acceptProof(limitUnit, proof))) && !(await applications.admit(limitUnit)))
        refuse('tooMany', messages.tooManyApplications(), { data: { challenge: work.challenge(limitUnit) } });
      const open = atOnce ? await store.applicantsSince(schoolId, deps.clock.nowMs() - dayMs) : await store.openApplications(schoolId);
      if (open >= maxOpenApplications) refuse('refused', messages.schoolFull());
      const refuseTakenName = () =>
        refuse('invalid', messages.invalid(1), { fields: [{ path: 'login_name', message: messages.loginNameTaken() }] });
      if (await store.hasLoginName(schoolId, person.login_name)) return refuseTakenName();
      const pwdHash = await refuseWhenQueueFull(() =>
        hashPassword(login_pwd, { address: getRateLimitUnit(ip), account: '', rank: 'fresh' }),
      );
      const columns = {
        ...service.columnsOf(person),
        ...service.sealed(person.id_number ?? '', schoolId),
        school_id: schoolId,
        user_type,
        status: atOnce ? userStatus.enabled : userStatus.applying,
        pwd_hash: pwdHash,
        must_change: 0 as const,
      };
      const after = { login_name: person.login_name, name: person.name, user_type, ...(atOnce && { status: userStatus.enabled }) };
      return runUnitOfWork(deps.db, schoolId, context, async (tx) => {
        const result = await service.people.add(tx, columns, { nowMs: deps.clock.nowMs() });
        // The login name is the only field in which a registration can conflict. The reply does not reveal which account has it.
        if (!('id' in result)) return refuseTakenName();
        await context.audit.noteIn(tx, { entity: 'user', id: result.id, before: null, after, schoolId });
        return { waits: !atOnce };
      });
    },
  };
}
