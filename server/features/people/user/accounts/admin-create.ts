import type { Kysely } from 'kysely';
import type { UserType } from '../../../../../sync/contract/roles.ts';
import type { Database } from '../../../../db/schema.ts';
import type { AuditPort } from '../../../../http/audit-port.ts';
import { makeOneTimePassword } from '../sign-in/initial-password.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { hashPassword } from '../sign-in/password.ts';
import { createAdminStore } from './account-store.ts';

/** Account types that the console can create: super admin, school admin and system user. They create all other accounts. */
export const adminTypes = { platform: 1, school: 2, system: 9 } as const satisfies Record<string, UserType>;

export interface AdminDeps {
  readonly db: Kysely<Database>;
  readonly audit: AuditPort;
  readonly nowMs: number;
}

export interface AdminRequest {
  /** Website code of the school; optional while there is only one school. */
  readonly website: string | undefined;
  readonly loginName: string;
  readonly name: string;
  readonly type: keyof typeof adminTypes;
  /** True if the account exists and its password is lost: it gets a new one, and its sessions end. */
  readonly reset: boolean;
}

export interface CreatedAdmin {
  readonly website: string;
  readonly loginName: string;
  readonly password: string;
}

/**
 * Creates or resets an administrator from the server's console; reading the data folder is the permission to do so. Throws an error whose message is
 * one sentence.
 */
export async function createOrResetAdmin({ db, audit, nowMs }: AdminDeps, wish: AdminRequest): Promise<CreatedAdmin> {
  const password = makeOneTimePassword();
  const pwdHash = await hashPassword(password);
  return runUnitOfWork(db, 'everything', {}, async (tx) => {
    const store = createAdminStore(tx);
    const schools = await store.schools(wish.website);
    const [school] = schools;
    if (!school)
      throw new Error(
        wish.website === undefined
          ? 'there is no school yet: start the server once'
          : `there is no school with the website code "${wish.website}"`,
      );
    if (schools.length > 1)
      throw new Error(`--school is required with several schools; it takes one of: ${schools.map((one) => one.website).join(', ')}`);
    const account = await store.byLoginName(school.id, wish.loginName);
    if (account && !wish.reset)
      throw new Error(`"${wish.loginName}" exists in "${school.website}" already: use --reset to set a new password`);
    if (!account && wish.reset) throw new Error(`"${school.website}" has no account "${wish.loginName}"`);
    const userType = adminTypes[wish.type];
    const id = account
      ? account.id
      : await store.add({ schoolId: school.id, loginName: wish.loginName, name: wish.name, userType, pwdHash }, nowMs);
    if (account) await store.reset(account.id, pwdHash, nowMs);
    const after = account ? { password: 'new', status: 1 } : { login_name: wish.loginName, name: wish.name, user_type: userType };
    const change = { entity: 'user', id, schoolId: userType === adminTypes.school ? school.id : null, after };
    await audit.writeIn(tx, { call: 'admin:create', caller: null, code: 0, ip: '', agent: 'console', input: {}, change });
    return { website: school.website, loginName: wish.loginName, password };
  });
}
