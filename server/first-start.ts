import type { AppDeps } from './context.ts';
import { createStartStore } from './db/start-store.ts';
import { listDemoPeople, demoSchools } from './demo/demo-people.ts';
import { seedDemo, type SeedHandlers } from './demo/demo-seed.ts';
import { createSchoolStore } from './features/people/school/school-store.ts';
import { makeOneTimePassword } from './features/people/user/sign-in/initial-password.ts';
import { hashPassword } from './features/people/user/sign-in/password.ts';
import { createUserStore } from './features/people/user/user-store.ts';
import type { Settings } from './settings.ts';
import { runUnitOfWork } from './resources/unit-of-work.ts';

/** Password of all demo accounts on a server that only its own machine can reach. The README publishes it. */
export const openPassword = 'Wenkao-2026';

export interface StartAccount {
  readonly website: string;
  readonly loginName: string;
  readonly password: string;
}
/** Report shown to the person who started the server. */
export interface StartReport {
  readonly accounts: readonly StartAccount[];
  /** True if the passwords are random and shown only now; the server stores only their hashes. */
  readonly oneTime: boolean;
}

/** Fills an empty data folder with the demo or one administrator. */
export async function fillEmptyFolder(deps: AppDeps, handlers: SeedHandlers, mode: Settings['demo']): Promise<StartReport> {
  const steps = createStartStore(deps.db);
  const isEmpty = await steps.isEmpty();
  if (mode === 'off') return isEmpty ? addAdministrator(deps) : { accounts: [], oneTime: false };

  const hasDemo = await steps.isDone('demo-people');
  if (!isEmpty && !hasDemo) return { accounts: [], oneTime: false };
  const random = new Map<string, string>();
  const passwordOf = (website: string, loginName: string): string => {
    if (mode === 'open') return openPassword;
    const account = `${website}/${loginName}`;
    const password = random.get(account) ?? makeOneTimePassword();
    random.set(account, password);
    return password;
  };
  await seedDemo(deps, handlers, passwordOf);
  if (mode === 'random' && hasDemo) return { accounts: [], oneTime: false };
  const accounts = demoSchools.flatMap(({ website }, at) =>
    listDemoPeople(at).map(({ loginName }) => ({ website, loginName, password: passwordOf(website, loginName) })),
  );
  return { accounts, oneTime: mode === 'random' };
}

async function addAdministrator(deps: AppDeps): Promise<StartReport> {
  const password = makeOneTimePassword();
  const pwdHash = await hashPassword(password);
  const nowMs = deps.clock.nowMs();
  await runUnitOfWork(deps.db, 'everything', {}, async (tx) => {
    const schoolId = await createSchoolStore(tx).add({ website: 'main', title: '云教育平台', record: '', config: {} }, nowMs);
    await createUserStore(tx).add({ schoolId, loginName: 'admin', userType: 1, name: '管理员', pwdHash, mustChange: true }, nowMs);
  });
  return { accounts: [{ website: 'main', loginName: 'admin', password }], oneTime: true };
}
