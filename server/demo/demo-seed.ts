import { userTypes, type UserType } from '../../sync/contract/roles.ts';
import type { AppDeps } from '../app.ts';
import { createStartStore } from '../db/start-store.ts';
import { createSchoolStore } from '../modules/school/school-store.ts';
import { indexIdNumber, sealIdNumber } from '../modules/user/id-number.ts';
import { hashPassword } from '../modules/user/sign-in/password.ts';
import { createUserStore } from '../modules/user/accounts/user-store.ts';
import { addDemoClasses, type ClassHandlers } from './demo-classes.ts';
import { addMockExam, type MockExamHandlers } from './demo-mock-exam.ts';
import { addElectricianBank } from './demo-electrician.ts';
import { addProfessions, type ProfessionHandlers } from './demo-professions.ts';
import { listDemoPeople, demoSchools } from './demo-people.ts';
import { createSeedContext, type SeedContext } from './seed-context.ts';

export type SeedHandlers = MockExamHandlers & ProfessionHandlers & ClassHandlers;

type PasswordOf = (website: string, loginName: string) => string;

/** Fills an empty data folder. Steps that are done stay done, so a first start that was cut short goes on where it stopped. */
export async function seedDemo(deps: AppDeps, handlers: SeedHandlers, passwordOf: PasswordOf): Promise<void> {
  const steps = createStartStore(deps.db);
  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (await steps.isDone(name)) return;
    await work();
    await steps.done(name, deps.clock.nowMs());
  };
  await step('demo-people', () => addPeople(deps, passwordOf));
  const teacher = await teacherOf(deps);
  await step('demo-professions', async () =>
    addProfessions(handlers, await personOf(deps, 0, 'admin'), await Promise.all(demoSchools.map((_, at) => personOf(deps, at, 'school')))),
  );
  await step('demo-bank-electrician', () => addElectricianBank(deps, handlers, { ...teacher.caller, bank: 'school' }));
  const keeper = await personOf(deps, 0, 'question');
  await step('demo-bank-certified', () => addElectricianBank(deps, handlers, { ...keeper.caller, bank: 'certified' }));
  await step('demo-mock-exam', () => addMockExam(deps.clock, handlers, teacher));
  const { website } = demoSchools[0];
  await step('demo-classes', async () =>
    addDemoClasses(handlers, await personOf(deps, 0, 'school'), teacher.caller.userId, website, (loginName) =>
      passwordOf(website, loginName),
    ),
  );
}

const teacherOf = (deps: AppDeps): Promise<SeedContext> => personOf(deps, 0, 'teacher');

/** An account of a demo school, to work in its name. */
async function personOf(deps: AppDeps, at: number, loginName: string): Promise<SeedContext> {
  const school = await createSchoolStore(deps.db).byWebsite(demoSchools[at]?.website ?? '');
  const user = school && (await createUserStore(deps.db).byLoginName(school.id, loginName));
  if (!user) throw new Error(`the demo school has nobody called ${loginName} to work in whose name`);
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
  await deps.db.transaction().execute(async (tx) => {
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
