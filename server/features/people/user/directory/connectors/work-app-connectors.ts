import { z } from 'zod';
import { maxPersonImportRows } from '../../../../../../sync/contract/people/person.ts';
import { directoryMessages as messages } from '../directory-messages.ts';
import { workAppMessages } from '../work-app-messages.ts';
import {
  type DirectoryAccess,
  DirectoryFault,
  type DirectoryPeople,
  type ListedPerson,
  type RedirectConnector,
  type ReportStep,
  requireAttributes,
  requireState,
} from './connector.ts';
import type { DirectoryFetch } from './directory-fetch.ts';
import { askApi, createTokenRunner } from './work-app-api.ts';

interface Department {
  readonly id: number;
  readonly name: string;
}

/** A member of a department. */
interface Member {
  /** Id of the member within the service. A member of several departments is listed in each department under the same id. */
  readonly id: string;
  /** Student or staff number, or ''. */
  readonly number: string;
  readonly name: string;
  /** Ids of the departments of the member, the main one first. */
  readonly departments: readonly number[];
}

/** Address book of WeCom or DingTalk. All functions throw a `DirectoryFault` if an answer is missing or incomplete. */
interface AddressBook {
  /** Lists a department and all departments below it. */
  listDepartments(id: number): Promise<Department[]>;
  /** Lists the members of one department, without those below it. */
  listMembers(department: Department): Promise<Member[]>;
}

/** Departments that are asked at once. Both services allow more. */
const atOnce = 4;
/** Time limit for listing everybody. The web page gives its call up after a minute. */
const limitMs = 45_000;

/** Lists the people of each group (students, staff) for which the settings name a department. Throws if a list is empty or may be incomplete. */
async function listWorkAppPeople(book: AddressBook, access: DirectoryAccess): Promise<DirectoryPeople> {
  const stopping = AbortSignal.timeout(limitMs);
  const list = (base: string, withClasses: boolean): Promise<ListedPerson[] | null> | null =>
    base === '' ? null : listGroup(book, { base, withClasses, stopping }, access);
  const people = {
    students: await list(access.studentBase, access.classAttribute !== ''),
    staff: await list(access.staffBase, false),
  };
  if (people.students === null && people.staff === null) throw new DirectoryFault(workAppMessages.noDepartment());
  return people;
}

/**
 * Tests the department of each group (students, staff) and reports each department found. It lists only the members of these departments, not those
 * of departments below.
 */
async function testDepartments(book: AddressBook, access: DirectoryAccess, report: ReportStep): Promise<void> {
  for (const base of new Set([access.studentBase, access.staffBase]))
    if (base !== '') {
      const all = await requireDepartments(book, base);
      const [baseDepartment] = all;
      report(workAppMessages.departmentFound(base, baseDepartment.name, all.length - 1));
      await book.listMembers(baseDepartment);
    }
}

/** Lists a department, which comes first, and all below it. */
async function requireDepartments(book: AddressBook, base: string): Promise<[Department, ...Department[]]> {
  const all = await book.listDepartments(Number(base));
  const baseDepartment = all.find(({ id }) => id === Number(base));
  if (!baseDepartment) throw new DirectoryFault(workAppMessages.departmentAbsent(base));
  return [baseDepartment, ...all.filter((department) => department !== baseDepartment)];
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
    if (stopping.aborted) throw new DirectoryFault(workAppMessages.tooSlow(limitMs));
    const lists = await Promise.all(departments.slice(at, at + atOnce).map((department) => book.listMembers(department)));
    for (const member of lists.flat()) members.set(member.id, member);
    if (members.size > maxPersonImportRows) throw new DirectoryFault(workAppMessages.tooMany(base, maxPersonImportRows));
  }
  if (members.size === 0) throw new DirectoryFault(workAppMessages.nobody(base));
  // The base department of the group is not a class; only departments below it are.
  const classNames = new Map(departments.slice(1).map(({ id, name }) => [id, name]));
  const people = [...members.values()].map(({ id, number, name, departments: of }): ListedPerson => {
    const own = withClasses ? of.find((department) => classNames.has(department)) : undefined;
    return { entry: id, number: number.trim(), name: name.trim(), className: own === undefined ? '' : (classNames.get(own) ?? '') };
  });
  requireAttributes(people, { number: access.numberAttribute, name: 'name' });
  return people;
}

/** Reaches WeCom (企业微信): its sign-in page in the browser, and its address book. A person's number is the member's `userid`. */
export function createWecomConnector(access: DirectoryAccess, ask: DirectoryFetch): RedirectConnector {
  const { address, account, agent, secret } = access;
  const getToken = async (): Promise<string> => {
    const query = { corpid: account, corpsecret: secret };
    return (await askApi(ask, { url: `${address}/cgi-bin/gettoken`, query }, z.object({ access_token: z.string() }))).access_token;
  };
  const book = createWecomBook(address, ask, createTokenRunner(getToken));
  return {
    way: 'redirect',
    async begin({ state }, returnAddress) {
      const query = { login_type: 'CorpApp', appid: account, agentid: agent, redirect_uri: returnAddress, state };
      return `https://login.work.weixin.qq.com/wwlogin/sso/login?${new URLSearchParams(query).toString()}`;
    },
    async finish(answer, { state }) {
      const code = requireState(answer, state).get('code');
      if (code === null) return null;
      const query = { access_token: await getToken(), code };
      // People who are not members of the company have an `openid` or `external_userid` instead of a `userid`.
      const { userid } = await askApi(
        ask,
        { url: `${address}/cgi-bin/auth/getuserinfo`, query },
        z.object({ userid: z.string().optional() }),
      );
      if (userid === undefined) throw new DirectoryFault(messages.numberMissing('userid', []));
      return { number: userid };
    },
    async test(returnAddress, report) {
      await getToken();
      report(messages.connected(new URL(address).host));
      report(messages.clientAccepted());
      report(messages.returnAddress(returnAddress));
      await testDepartments(book, access, report);
    },
    listPeople: () => listWorkAppPeople(book, access),
  };
}

type TokenRunner = ReturnType<typeof createTokenRunner>;

const wecomDepartments = z.object({ department: z.array(z.object({ id: z.number(), name: z.string() })) });
const wecomMembers = z.object({
  userlist: z.array(
    z.object({
      userid: z.string(),
      name: z.string().default(''),
      department: z.array(z.number()).default([]),
      main_department: z.number().optional(),
      status: z.number().optional(),
    }),
  ),
});
/** WeCom statuses of members whose account is disabled (2) or who have left the company (5). */
const wecomGone: readonly unknown[] = [2, 5];

/**
 * Reads the address book of WeCom by the calls 获取部门列表 and 获取部门成员详情, within the application's visible range. These calls return everything on one
 * page.
 */
function createWecomBook(address: string, ask: DirectoryFetch, withToken: TokenRunner): AddressBook {
  const get = <T>(path: string, query: Readonly<Record<string, string>>, schema: z.ZodType<T>): Promise<T> =>
    withToken((token) => askApi(ask, { url: `${address}/cgi-bin/${path}`, query: { access_token: token, ...query } }, schema));
  return {
    listDepartments: async (id) => (await get('department/list', { id: String(id) }, wecomDepartments)).department,
    async listMembers({ id }) {
      const { userlist } = await get('user/list', { department_id: String(id) }, wecomMembers);
      return userlist
        .filter(({ status }) => !wecomGone.includes(status))
        .map(({ userid, name, department, main_department: main }): Member => {
          const departments = main === undefined ? department : [main, ...department];
          return { id: userid, number: userid, name, departments };
        });
    },
  };
}

const dingtalkOldApi = 'https://oapi.dingtalk.com';

/** Reaches DingTalk (钉钉): its sign-in page in the browser, and its address book. A person's number is the member's `job_number` (工号). */
export function createDingtalkConnector(access: DirectoryAccess, ask: DirectoryFetch): RedirectConnector {
  const { address, account, secret } = access;
  const getAppToken = async (): Promise<string> => {
    const body = { appKey: account, appSecret: secret };
    return (await askApi(ask, { url: `${address}/v1.0/oauth2/accessToken`, body }, z.object({ accessToken: z.string() }))).accessToken;
  };
  /** Returns the id of the person who has just signed in; it is the same in all companies. */
  const getUnionId = async (code: string): Promise<string> => {
    const body = { clientId: account, clientSecret: secret, code, grantType: 'authorization_code' };
    const { accessToken } = await askApi(
      ask,
      { url: `${address}/v1.0/oauth2/userAccessToken`, body },
      z.object({ accessToken: z.string() }),
    );
    const headers = { 'x-acs-dingtalk-access-token': accessToken };
    return (await askApi(ask, { url: `${address}/v1.0/contact/users/me`, headers }, z.object({ unionId: z.string() }))).unionId;
  };
  const book = createDingtalkBook(ask, createTokenRunner(getAppToken));
  const dingtalkMember = z.object({ result: z.object({ contact_type: z.number(), userid: z.string() }) });
  const dingtalkUser = z.object({ result: z.object({ job_number: z.string().optional() }) });
  return {
    way: 'redirect',
    async begin({ state }, returnAddress) {
      const query = { redirect_uri: returnAddress, response_type: 'code', client_id: account, scope: 'openid', state, prompt: 'consent' };
      return `https://login.dingtalk.com/oauth2/auth?${new URLSearchParams(query).toString()}`;
    },
    async finish(answer, { state }) {
      const query = requireState(answer, state);
      const code = query.get('authCode') ?? query.get('code');
      if (code === null) return null;
      const unionid = await getUnionId(code);
      const access = { query: { access_token: await getAppToken() } };
      const member = { url: `${dingtalkOldApi}/topapi/user/getbyunionid`, ...access, body: { unionid } };
      const { result } = await askApi(ask, member, dingtalkMember);
      // `contact_type` 0 is a member of the company; 1 is an external contact.
      if (result.contact_type !== 0) throw new DirectoryFault(messages.numberMissing('job_number', []));
      const detail = { url: `${dingtalkOldApi}/topapi/v2/user/get`, ...access, body: { userid: result.userid } };
      const number = (await askApi(ask, detail, dingtalkUser)).result.job_number?.trim() ?? '';
      if (number === '') throw new DirectoryFault(messages.numberMissing('job_number', []));
      return { number };
    },
    async test(returnAddress, report) {
      await getAppToken();
      report(messages.connected(new URL(address).host));
      report(messages.clientAccepted());
      report(messages.returnAddress(returnAddress));
      await testDepartments(book, access, report);
    },
    listPeople: () => listWorkAppPeople(book, access),
  };
}

const dingtalkDepartments = z.object({ result: z.array(z.object({ dept_id: z.number(), name: z.string() })) });
const dingtalkDepartment = z.object({ result: z.object({ dept_id: z.number(), name: z.string() }) });
const dingtalkPage = z.object({
  result: z.object({
    has_more: z.boolean(),
    next_cursor: z.number().optional(),
    list: z.array(
      z.object({
        userid: z.string(),
        name: z.string().default(''),
        job_number: z.string().default(''),
        dept_id_list: z.array(z.number()).default([]),
      }),
    ),
  }),
});
const dingtalkIds = z.object({ result: z.object({ userid_list: z.array(z.string()) }) });
/** Most members that DingTalk returns on a page. */
const dingtalkPageSize = 100;

/**
 * Reads the address book of DingTalk by the calls 获取部门列表, level by level, and 获取部门用户详情, in pages. The members found are compared with the ids of the
 * whole department.
 */
function createDingtalkBook(ask: DirectoryFetch, withToken: TokenRunner): AddressBook {
  const post = <T>(path: string, body: object, schema: z.ZodType<T>): Promise<T> =>
    withToken((token) => askApi(ask, { url: `${dingtalkOldApi}/topapi/${path}`, query: { access_token: token }, body }, schema));

  const listPages = async (department: Department): Promise<Member[]> => {
    const members = new Map<string, Member>();
    for (let cursor = 0; ;) {
      const { result } = await post(
        'v2/user/list',
        // Include members who are hidden from other members, because they belong to the school, too.
        { dept_id: department.id, cursor, size: dingtalkPageSize, contain_access_limit: true },
        dingtalkPage,
      );
      for (const { userid, name, job_number: number, dept_id_list: departments } of result.list)
        members.set(userid, { id: userid, number, name, departments });
      if (!result.has_more) return [...members.values()];
      if (result.next_cursor === undefined || result.next_cursor <= cursor || result.list.length === 0)
        throw new DirectoryFault(workAppMessages.endedEarly(department.name));
      cursor = result.next_cursor;
    }
  };

  return {
    async listDepartments(id) {
      const { result } = await post('v2/department/get', { dept_id: id }, dingtalkDepartment);
      const departments = new Map([[result.dept_id, { id: result.dept_id, name: result.name }]]);
      for (const department of departments.values()) {
        const below = await post('v2/department/listsub', { dept_id: department.id }, dingtalkDepartments);
        // Iteration over a map also reaches entries that are added during the loop.
        for (const { dept_id: belowId, name } of below.result) departments.set(belowId, { id: belowId, name });
      }
      return [...departments.values()];
    },
    async listMembers(department) {
      const members = await listPages(department);
      const { result } = await post('user/listid', { dept_id: department.id }, dingtalkIds);
      const listed = new Set(members.map(({ id }) => id));
      if (!result.userid_list.every((id) => listed.has(id)))
        throw new DirectoryFault(workAppMessages.partOfDepartment(department.name, listed.size, result.userid_list.length));
      return members;
    },
  };
}
