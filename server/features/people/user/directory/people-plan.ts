import { createHash } from 'node:crypto';
import { userStatus } from '../../../../../sync/contract/codes.ts';
import { type DirectoryGroup, directoryGroups, type DirectoryPreview } from '../../../../../sync/contract/people/directory-people.ts';
import type { PersonFields } from '../../../../../sync/contract/people/person.ts';
import { normaliseName } from '../../../../../sync/contract/scalars.ts';
import { toMatchText } from '../../../../../sync/domain/plain-text.ts';
import type { Message } from '../../../../http/handler.ts';
import { readPeopleRow } from '../import/people-import.ts';
import type { DirectoryPeople, ListedPerson } from './connectors/connector.ts';
import { peopleSyncMessages as messages } from './people-sync-messages.ts';

/** An account of the school, of any type and status. */
export interface SyncAccount {
  readonly id: number;
  readonly version: number;
  readonly user_type: number;
  readonly status: number;
  readonly login_name: string;
  readonly student_no: string;
  readonly name: string;
  /** Name of the account's class; '' for an account without a class. */
  readonly className: string;
  /** Time of the last preview of a synchronisation that found the account in the directory; null if none did. */
  readonly seenMs: number | null;
}

interface PlanRow {
  readonly key: string;
  readonly group: DirectoryGroup;
  readonly number: string;
  readonly name: string;
}
export interface AddRow extends PlanRow {
  readonly person: PersonFields;
  readonly className: string;
}
export interface ChangeRow extends PlanRow {
  readonly account: SyncAccount;
  readonly fields: DirectoryPreview['change'][number]['fields'];
}
export interface DisableRow extends PlanRow {
  readonly account: SyncAccount;
}
interface UnusableRow {
  readonly listed: ListedPerson;
  readonly reason: Message;
}

/** The changes that a synchronisation would make to the accounts of a school. */
export interface PeoplePlan {
  /** Accounts that the directory lists. */
  readonly listedAccounts: readonly SyncAccount[];
  readonly unchangedCount: number;
  readonly add: readonly AddRow[];
  readonly change: readonly ChangeRow[];
  readonly disable: readonly DisableRow[];
  readonly unusable: readonly UnusableRow[];
  readonly shrunkGroups: DirectoryPreview['few'];
}

const groupNames = Object.keys(directoryGroups) as DirectoryGroup[];
const isOfGroup = (group: DirectoryGroup, { user_type }: SyncAccount): boolean =>
  (directoryGroups[group].types as readonly number[]).includes(user_type);
const isEnabled = ({ status }: SyncAccount): boolean => status === userStatus.enabled;
/** Returns the number that links an account to the directory: the student number of a student, the login name of a staff member. */
const numberOf = (group: DirectoryGroup, account: SyncAccount): string =>
  (group === 'students' ? account.student_no : account.login_name).toLowerCase();

const makeKey = (...facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);

interface PlanSettings {
  /** Names of the directory attributes, for messages about a missing number or name. */
  readonly numberAttribute: string;
  readonly nameAttribute: string;
  readonly nowMs: number;
}

/**
 * Compares the people whom a directory lists with the accounts of a school. Types and roles never change, disabled accounts stay disabled, and only
 * an enabled account that an earlier preview has found is proposed for disabling.
 */
export function planPeople(people: DirectoryPeople, accounts: readonly SyncAccount[], settings: PlanSettings): PeoplePlan {
  const counts = new Map<string, number>();
  for (const group of groupNames)
    for (const { number } of people[group] ?? []) {
      const known = toMatchText(number).toLowerCase();
      counts.set(known, (counts.get(known) ?? 0) + 1);
    }
  const find = createAccountFinder(accounts);
  const plan = {
    listedAccounts: [] as SyncAccount[],
    unchangedCount: 0,
    add: [] as AddRow[],
    change: [] as ChangeRow[],
    unusable: [] as UnusableRow[],
  };
  const decide = (group: DirectoryGroup, listed: ListedPerson): AddRow | ChangeRow | 'same' | Message => {
    const number = toMatchText(listed.number);
    if (number === '') return messages.numberMissing(settings.numberAttribute);
    const count = counts.get(number.toLowerCase()) ?? 0;
    if (count > 1) return messages.numberTwice(count);
    const account = find(group, number);
    if (account !== null && !('id' in account)) return account;
    if (account !== null) plan.listedAccounts.push(account);
    return judge({ group, number, listed, account }, settings);
  };
  for (const group of groupNames)
    for (const listed of people[group] ?? []) {
      const row = decide(group, listed);
      if (row === 'same') plan.unchangedCount += 1;
      else if ('person' in row) plan.add.push(row);
      else if ('account' in row) plan.change.push(row);
      else plan.unusable.push({ listed, reason: row });
    }
  return { ...plan, ...findMissing(people, accounts, new Set(counts.keys())) };
}

/** Builds the function that finds the account of a number. It returns null for a new person, or a message that says why the number cannot be used. */
function createAccountFinder(accounts: readonly SyncAccount[]) {
  const byLogin = new Map(accounts.map((account) => [account.login_name.toLowerCase(), account]));
  const byStudentNo = Map.groupBy(
    accounts.filter(({ student_no }) => student_no !== ''),
    ({ student_no }) => student_no.toLowerCase(),
  );
  const requireEnabled = (account: SyncAccount): SyncAccount | Message =>
    isEnabled(account)
      ? account
      : account.status === userStatus.applying
        ? messages.applying(account.name)
        : messages.disabled(account.name);

  return (group: DirectoryGroup, number: string): SyncAccount | Message | null => {
    const lowerNumber = number.toLowerCase();
    const login = byLogin.get(lowerNumber);
    if (group === 'staff') {
      if (!login) return null;
      return isOfGroup(group, login) ? requireEnabled(login) : messages.typeNotAllowed(login.name, login.user_type);
    }
    const all = byStudentNo.get(lowerNumber) ?? [];
    const enabled = all.filter(isEnabled);
    if (enabled.length > 1) return messages.severalAccounts();
    // If an enabled account has the number, ignore disabled accounts that had it before.
    const account = enabled[0] ?? all.find((each) => isOfGroup(group, each));
    if (account) return isOfGroup(group, account) ? requireEnabled(account) : messages.studentNumberOf(account.name, account.user_type);
    if (!login) return null;
    return isOfGroup(group, login) ? messages.otherStudentNumber(login.name) : messages.typeNotAllowed(login.name, login.user_type);
  };
}

interface MatchedPerson {
  readonly group: DirectoryGroup;
  readonly number: string;
  readonly listed: ListedPerson;
  /** The person's account; null for a new person. */
  readonly account: SyncAccount | null;
}

/** Decides whether one listed person is added, changed, the same, or unusable for a reason. The values are checked as in an import of a sheet. */
function judge(
  { group, number, listed, account }: MatchedPerson,
  { nameAttribute, nowMs }: PlanSettings,
): AddRow | ChangeRow | 'same' | Message {
  if (listed.name === '') return messages.nameMissing(nameAttribute);
  const type = directoryGroups[group].newType;
  const cells = group === 'students' ? { student_no: number, class: listed.className } : { login_name: number };
  const personRow = readPeopleRow({ row: 0, cells: { name: listed.name, ...cells } }, { defaultType: type, allowed: [type] }, nowMs);
  const { person, className } = personRow;
  // The number of an existing account does not change, so only the number of a new account is checked. A student's login name is the student number;
  // report the fault of that field first, because it says more.
  const faults = personRow.faults.filter(({ column }) => account === null || column === 'name' || column === 'class');
  const fault = faults.find(({ column }) => column !== 'login_name') ?? faults[0];
  if (fault) return messages.fieldInvalid(fault.column === 'class' ? 'class_id' : fault.column, fault.reason);
  const row = { group, number, name: person.name };
  if (account === null) return { ...row, key: makeKey('add', group, number, person.name, className), person, className };
  const fields: ChangeRow['fields'] = [
    ...(person.name === account.name ? [] : [{ field: 'name' as const, from: account.name, to: person.name }]),
    ...(className === '' || isSameClass(className, account.className)
      ? []
      : [{ field: 'class_id' as const, from: account.className, to: className }]),
  ];
  if (fields.length === 0) return 'same';
  return { ...row, name: account.name, key: makeKey('change', account.id, account.version, fields), account, fields };
}

const isSameClass = (a: string, b: string): boolean => normaliseName(a).toLowerCase() === normaliseName(b).toLowerCase();

/**
 * Finds accounts that were in the directory before but whose number the directory no longer lists. Also finds groups of which more than half of the
 * linked accounts are missing.
 */
function findMissing(people: DirectoryPeople, accounts: readonly SyncAccount[], numbers: ReadonlySet<string>) {
  const disable: DisableRow[] = [];
  const shrunkGroups: DirectoryPreview['few'] = [];
  for (const group of groupNames) {
    if (people[group] === null) continue;
    const linked = accounts.filter(
      (account) => account.seenMs !== null && isEnabled(account) && isOfGroup(group, account) && numberOf(group, account) !== '',
    );
    const missing = linked.filter((account) => !numbers.has(numberOf(group, account)));
    for (const account of missing) {
      const number = group === 'students' ? account.student_no : account.login_name;
      disable.push({ key: makeKey('disable', account.id, account.version), group, number, name: account.name, account });
    }
    if (missing.length * 2 > linked.length) shrunkGroups.push({ group, linked: linked.length, missing: missing.length });
  }
  return { disable, shrunkGroups };
}
