import { userTypeNames } from '../../../../../sync/contract/code-lists.ts';
import { type Message, say } from '../../../../http/handler.ts';
import { personFieldNames } from '../people-messages.ts';

export const peopleSyncMessages = {
  // Reasons why a directory's people cannot be listed for the synchronisation of accounts.
  cannotList: () =>
    say(
      '只有 LDAP、Active Directory、企业微信和钉钉能列出人员；请用表格导入',
      'Only LDAP, Active Directory, WeCom and DingTalk can list people; import them from a spreadsheet instead',
    ),
  noBase: () =>
    say(
      '还没有填写学生或教职工的查找范围：请在“机构账号登录”中填写并保存',
      'No search base of students or staff is set: enter one under “Institution accounts” and save',
    ),
  filterInvalid: (filter: string) =>
    say(`筛选条件“${filter}”不是有效的 LDAP 条件：请检查括号`, `"${filter}" is no valid LDAP filter: check its brackets`),
  nobody: (base: string) =>
    say(
      `在“${base}”中没有找到任何人：请核对查找范围、筛选条件，以及查询账号的读取权限`,
      `Nobody was found in "${base}": check the search base, the filter and the read access of the searching account`,
    ),
  tooMany: (base: string, most: number) =>
    say(`“${base}”中超过 ${most} 人：请缩小查找范围`, `"${base}" has more than ${most} people: narrow the search`),
  listLimited: (base: string) =>
    say(
      `目录没有把“${base}”中的人全部列出（达到目录的条数或时间上限）。名单不完整，不能使用：请为查询账号放宽上限，或缩小查找范围`,
      `The directory did not list everybody in "${base}", because it reached its limit of entries or time. An incomplete list is not used: raise the limit for the searching account, or narrow the search`,
    ),
  endedEarly: (base: string) =>
    say(
      `“${base}”的名单可能没有列完（最后一页是空的），不能使用：请重试，或缩小查找范围`,
      `The list of "${base}" may have ended early (its last page is empty) and is not used: try again, or narrow the search`,
    ),
  elsewhere: (base: string) =>
    say(
      `“${base}”的一部分在别的服务器上，名单不完整，不能使用：请填写更小的查找范围，例如只填学生所在的组织单位`,
      `Part of "${base}" is on other servers, so the list is incomplete and not used: choose a narrower search base, such as the unit of the students`,
    ),
  attributeMissing: (attribute: string, count: number) =>
    say(
      `找到的 ${count} 人都没有属性“${attribute}”：它可能已改名，或查询账号无权读取`,
      `None of the ${count} people found has the attribute "${attribute}": it may have been renamed, or the searching account may not read it`,
    ),

  // Reasons why one person listed by the directory cannot get or change an account.
  numberMissing: (attribute: string) => say(`没有编号（${attribute}）`, `There is no number (${attribute})`),
  nameMissing: (attribute: string) => say(`没有姓名（${attribute}）`, `There is no name (${attribute})`),
  fieldInvalid: (field: string, reason: Message) => {
    const name = personFieldNames[field]?.['zh-CN'] ?? field;
    const zh = reason['zh-CN'];
    return say(zh.startsWith(name) ? zh : `${name}：${zh}`, `${personFieldNames[field]?.en ?? field}: ${reason.en}`);
  },
  numberTwice: (count: number) => say(`目录中有 ${count} 人是这个编号`, `${count} people of the directory have this number`),
  typeNotAllowed: (name: string, type: number) =>
    say(
      `登录名与“${name}”（${userTypeNames[type - 1]?.[0] ?? ''}）的相同，这一类账号不与目录同步`,
      `The login name is that of ${name} (${userTypeNames[type - 1]?.[1] ?? ''}), whose type of account is not synchronised here`,
    ),
  studentNumberOf: (name: string, type: number) =>
    say(
      `学号与“${name}”（${userTypeNames[type - 1]?.[0] ?? ''}）的相同`,
      `The student number is that of ${name} (${userTypeNames[type - 1]?.[1] ?? ''})`,
    ),
  otherStudentNumber: (name: string) =>
    say(
      `学生“${name}”的登录名是这个编号，但学号不是：请先在学生页改正其学号`,
      `The student ${name} has this login name but another student number: correct it on the page of students first`,
    ),
  disabled: (name: string) =>
    say(
      `“${name}”的账号已停用，同步不会重新启用：确需恢复时，请在人员列表中启用`,
      `The account of ${name} is disabled, and synchronising does not enable it again: enable it on the page of people if it is needed`,
    ),
  applying: (name: string) =>
    say(`“${name}”的账号还在等待审核：请先审核`, `The account of ${name} waits for approval: decide about it first`),
  severalAccounts: () => say('本校有多个账号是这个编号', 'Several accounts of this school have this number'),

  // Refusals when the changes that a preview has shown are applied.
  confirmFew: () =>
    say(
      '目录列出的人不到已关联账号的一半，需要再次确认才能停用账号；没有应用任何改动',
      'The directory lists fewer than half of the linked accounts. Disabling needs a second confirmation; nothing was applied',
    ),
  overtaken: () =>
    say(
      '刚才有人新增了相同的账号，没有应用任何改动，请重新预览',
      'Somebody added the same account meanwhile; nothing was applied, please preview again',
    ),
} as const;
