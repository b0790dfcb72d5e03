import { classCalls } from '../../../sync/contract/people/class.ts';
import type { UserType } from '../../../sync/contract/roles.ts';
import { createUserStore } from '../../features/people/user/user-store.ts';
import { hashPassword } from '../../features/people/user/sign-in/password.ts';
import type { DemoStage } from './demo-stage.ts';
import { padTwoDigits } from '../../../sync/domain/numbers.ts';

/** Names of the demo student's classmates. */
const classmates = '丁一凡 史若宁 卢子涵 蒋雪晴 马志远 侯欣怡 龚俊豪 唐婉清 薛嘉诚 雷雨萌 贾博文'.split(' ');

/** Login names of the classmates, from `student02` on. */
export const listClassmates = (): string[] => classmates.map((_, at) => `student${padTwoDigits(at + 2)}`);

/** Adds accounts with a random password, to which nobody signs in. Accounts that exist stay as they are. Returns the ids. */
export async function addSilentAccounts(
  { deps }: DemoStage,
  schoolId: number,
  accounts: readonly { readonly loginName: string; readonly userType: UserType; readonly name: string }[],
): Promise<number[]> {
  const { db, clock, chance } = deps;
  const users = createUserStore(db);
  const pwdHash = await hashPassword(chance.bytes(24).toString('base64url'));
  const ids: number[] = [];
  for (const account of accounts) {
    const known = await users.byLoginName(schoolId, account.loginName);
    ids.push(known?.id ?? (await users.add({ schoolId, ...account, pwdHash }, clock.nowMs())));
  }
  return ids;
}

/** Adds the classmates to the student's class. */
export async function addClassmates(stage: DemoStage): Promise<void> {
  await stage.now().as('school', async (school) => {
    const accounts = listClassmates().map((loginName, at) => ({ loginName, userType: 7 as const, name: classmates[at] ?? '' }));
    const user_ids = await addSilentAccounts(stage, school.schoolId, accounts);
    const { items } = await school.call(classCalls.getList, { pageSize: 50, sort: 'name' });
    await school.call(classCalls.assign, { class_id: items.at(-1)?.id ?? 0, user_ids });
  });
}
