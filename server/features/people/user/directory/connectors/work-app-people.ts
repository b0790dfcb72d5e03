import { maxPersonImportRows } from '../../../../../../sync/contract/people/person.ts';
import { workAppMessages as messages } from '../work-app-messages.ts';
import { type DirectoryAccess, DirectoryFault, type DirectoryPeople, type ListedPerson, type ReportStep } from './connector.ts';
import { requireAttributes } from './listed-people.ts';

export interface Department {
  readonly id: number;
  readonly name: string;
}

/** A member of a department. */
export interface Member {
  /** Id within the service; a member of several departments is listed in each. */
  readonly id: string;
  /** Student or staff number, or ''. */
  readonly number: string;
  readonly name: string;
  /** Ids of the departments of the member, the main one first. */
  readonly departments: readonly number[];
}

/** Address book of WeCom or DingTalk. All functions throw a `DirectoryFault` if an answer is missing or incomplete. */
export interface AddressBook {
  /** Lists a department and all departments below it. */
  listDepartments(id: number): Promise<Department[]>;
  /** Lists the members of one department, without those below it. */
  listMembers(department: Department): Promise<Member[]>;
}

/** Departments that are asked at once. Both services allow more. */
const atOnce = 4;
/** A call of our pages ends after a minute. */
const limitMs = 45_000;

/** Lists the people of each group that has a department. Throws if a list is empty or may be incomplete. */
export async function listWorkAppPeople(book: AddressBook, access: DirectoryAccess): Promise<DirectoryPeople> {
  const stopping = AbortSignal.timeout(limitMs);
  const list = (base: string, withClasses: boolean): Promise<ListedPerson[] | null> | null =>
    base === '' ? null : listGroup(book, { base, withClasses, stopping }, access);
  const people = {
    students: await list(access.studentBase, access.classAttribute !== ''),
    staff: await list(access.staffBase, false),
  };
  if (people.students === null && people.staff === null) throw new DirectoryFault(messages.noDepartment());
  return people;
}

/** Reads the departments of each group, as far as a test can without reading people. */
export async function testDepartments(book: AddressBook, access: DirectoryAccess, report: ReportStep): Promise<void> {
  for (const base of new Set([access.studentBase, access.staffBase]))
    if (base !== '') {
      const all = await requireDepartments(book, base);
      const [own] = all;
      report(messages.departmentFound(base, own.name, all.length - 1));
      await book.listMembers(own);
    }
}

/** Lists a department, which comes first, and all below it. */
async function requireDepartments(book: AddressBook, base: string): Promise<[Department, ...Department[]]> {
  const all = await book.listDepartments(Number(base));
  const own = all.find(({ id }) => id === Number(base));
  if (!own) throw new DirectoryFault(messages.departmentAbsent(base));
  return [own, ...all.filter((department) => department !== own)];
}

interface GroupSearch {
  readonly base: string;
  readonly withClasses: boolean;
  readonly stopping: AbortSignal;
}

async function listGroup(book: AddressBook, { base, withClasses, stopping }: GroupSearch, access: DirectoryAccess) {
  const departments = await requireDepartments(book, base);
  const members = new Map<string, Member>();
  for (let at = 0; at < departments.length; at += atOnce) {
    if (stopping.aborted) throw new DirectoryFault(messages.tooSlow(limitMs));
    const lists = await Promise.all(departments.slice(at, at + atOnce).map((department) => book.listMembers(department)));
    for (const member of lists.flat()) members.set(member.id, member);
    if (members.size > maxPersonImportRows) throw new DirectoryFault(messages.tooMany(base, maxPersonImportRows));
  }
  if (members.size === 0) throw new DirectoryFault(messages.nobody(base));
  // The department of the whole group is no class.
  const classNames = new Map(departments.slice(1).map(({ id, name }) => [id, name]));
  const people = [...members.values()].map(({ id, number, name, departments: of }): ListedPerson => {
    const own = withClasses ? of.find((department) => classNames.has(department)) : undefined;
    return { entry: id, number: number.trim(), name: name.trim(), className: own === undefined ? '' : (classNames.get(own) ?? '') };
  });
  requireAttributes(people, { number: access.numberAttribute, name: 'name' });
  return people;
}
