import type { UserType } from '../../sync/contract/roles.ts';
import { computeIdCheckDigit } from '../../sync/contract/people/id-number.ts';
import { padTwoDigits } from '../../sync/domain/numbers.ts';

export interface DemoPerson {
  readonly loginName: string;
  readonly userType: UserType;
  readonly name: string;
  /** Only people who sit exams have an admission ticket number and an ID number. */
  readonly ticketNo?: string;
  readonly idNumber?: string;
}

export const demoSchools = [
  { website: 'demo', title: '江南职业技术学院', record: 'DEMO-0001', site_code: '010026' },
  { website: 'demo2', title: '北岭技师学院', record: 'DEMO-0002', site_code: '010027' },
] as const;

/** Login name, type and name of the first account of each user type. */
export const oneOfEachType: readonly [string, UserType, string][] = [
  ['admin', 1, '周建国'],
  ['school', 2, '陈敏'],
  ['leader', 3, '王海涛'],
  ['marker', 4, '李文静'],
  ['invigilator', 5, '赵志强'],
  ['teacher', 6, '孙晓燕'],
  ['student', 7, '林一鸣'],
  ['examinee', 8, '何雨欣'],
  ['system', 9, '吴迪'],
  ['question', 10, '郑书怀'],
  ['enrolladmin', 11, '冯丽华'],
  ['enrolluser', 12, '蒋子昂'],
];
const moreStaff: readonly [string, UserType, string][] = [
  ['marker2', 4, '沈国栋'],
  ['marker3', 4, '韩雪梅'],
  ['marker4', 4, '杨振宇'],
  ['invigilator2', 5, '朱慧敏'],
];
const examineeNames =
  '曹俊杰 彭思雨 董浩然 袁梦琪 邓志远 许若彤 傅天宇 曾雅婷 谢文博 苏佳怡 潘子轩 叶晨曦 杜宇航 田雨桐 任嘉豪 姜诗涵 范一凡 方静怡 石磊 姚欣妍 谭家辉 廖晓彤 邹明轩 熊可欣 金泽宇 陆婉清 郝俊熙 孔令仪 白浩宇 崔梓萱'.split(
    ' ',
  );

/** Lists the accounts of the demo school with index `at` in `demoSchools`. Only the first school has enough examinees to fill a room. */
export function listDemoPeople(at: number): DemoPerson[] {
  const staff = [...oneOfEachType, ...(at === 0 ? moreStaff : [])];
  const room: [string, UserType, string][] =
    at === 0 ? examineeNames.map((name, index) => [`examinee${padTwoDigits(index + 1)}`, 8, name]) : [];
  return [...staff, ...room].map(([loginName, userType, name], index) => ({
    loginName,
    userType,
    name,
    ...((userType === 7 || userType === 8) && { ticketNo: buildTicketNo(at, index), idNumber: buildIdNumber(at, index) }),
  }));
}

/** Builds an admission ticket number of year, province, school and running number. */
const buildTicketNo = (at: number, index: number): string => `202632${padTwoDigits(at + 1)}${String(index + 1).padStart(4, '0')}`;

/** Builds an ID number with the right form and check digit, under an area code that no district has. */
function buildIdNumber(at: number, index: number): string {
  const month = padTwoDigits(1 + (index % 12));
  const day = padTwoDigits(1 + ((index * 7) % 28));
  const first17 = `320199${1996 + (index % 10)}${month}${day}${String(at * 100 + index + 1).padStart(3, '0')}`;
  return first17 + computeIdCheckDigit(first17);
}
