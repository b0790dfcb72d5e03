import { say } from '../../../../http/handler.ts';

/** Messages about WeCom (企业微信) and DingTalk (钉钉), for the school's administrator. `reason`: code and text of the service. */
export const workAppMessages = {
  limited: (reason: string) =>
    say(
      `对方服务限制了请求次数或正忙（${reason}）。没有使用任何结果：请过几分钟再试`,
      `The service limits the number of requests, or is busy (${reason}). Nothing of its answers was used: try again in a few minutes`,
    ),
  secretRefused: (reason: string) =>
    say(
      `对方服务不承认企业 ID（AppKey）或 Secret（${reason}）：可能填错，或 Secret 已重置、已过期，请重新填写`,
      `The service refused the company ID (AppKey) or the secret (${reason}): they may be wrong, or the secret was reset or has expired; enter it again`,
    ),
  addressNotTrusted: (reason: string) =>
    say(
      `对方服务不接受来自本服务器地址的请求（${reason}）：请在应用的可信 IP（白名单）中加入本服务器`,
      `The service accepts no requests from this server's address (${reason}): add it to the application's trusted addresses`,
    ),
  notPermitted: (reason: string) =>
    say(
      `应用没有这项权限（${reason}）：请把部门加入应用的可见范围，并为应用开通通讯录读取权限`,
      `The application is not allowed to do this (${reason}): add the department to what the application may see, and allow it to read contacts`,
    ),
  departmentMissing: (reason: string) =>
    say(`没有这个部门（${reason}）：请核对部门 ID`, `There is no such department (${reason}): check its ID`),
  noDepartment: () =>
    say(
      '还没有填写学生或教职工所在的部门：请在“机构账号登录”中填写并保存',
      'No department of students or staff is set: enter one under “Institution accounts” and save',
    ),
  departmentFound: (id: string, name: string, below: number) =>
    say(`部门 ${id}“${name}”可以读取，下级部门 ${below} 个`, `Department ${id} "${name}" can be read; departments below it: ${below}`),
  departmentAbsent: (id: string) =>
    say(
      `部门列表中没有部门 ${id}，名单不完整，不能使用：请核对部门 ID，并把它加入应用的可见范围`,
      `The list of departments has no department ${id}, so it is incomplete and not used: check the ID, and add it to what the application may see`,
    ),
  nobody: (id: string) =>
    say(
      `部门 ${id} 及其下级部门中没有任何人：请核对部门 ID 和应用的可见范围`,
      `Nobody is in department ${id} or below it: check the ID and what the application may see`,
    ),
  tooMany: (id: string, most: number) =>
    say(`部门 ${id} 及其下级部门超过 ${most} 人：请填写更小的部门`, `Department ${id} has more than ${most} people: choose a smaller one`),
  endedEarly: (name: string) =>
    say(
      `部门“${name}”的名单没有列完（下一页缺失或重复），不能使用：请重试`,
      `The list of the department "${name}" did not end (its next page is missing or repeated) and is not used: try again`,
    ),
  partOfDepartment: (name: string, listed: number, all: number) =>
    say(
      `部门“${name}”有 ${all} 人，只列出了 ${listed} 人，名单不完整，不能使用：请检查应用的通讯录权限范围，或重试`,
      `The department "${name}" has ${all} people, but only ${listed} were listed. An incomplete list is not used: check what the application may read, or try again`,
    ),
  tooSlow: (limitMs: number) =>
    say(
      `在 ${limitMs / 1000} 秒内没有列完所有部门的人，没有使用：请填写更小的部门，或稍后再试`,
      `The people of all departments could not be listed within ${limitMs / 1000} s, so nothing was used: choose a smaller department, or try again later`,
    ),
} as const;
