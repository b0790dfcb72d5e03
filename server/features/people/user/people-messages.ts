import { passwordLength, type PasswordProblem } from '../../../../sync/contract/people/password-rule.ts';
import { userTypeNames } from '../../../../sync/contract/code-lists.ts';
import type { UserType } from '../../../../sync/contract/roles.ts';
import type { UniqueField } from './person-claims-store.ts';
import { type Message, say } from '../../../http/handler.ts';

/** Display names of a person's fields, for the message that another user changed them first. */
export const personFieldNames: Readonly<Record<string, Message>> = {
  name: say('姓名', 'name'),
  login_name: say('登录名', 'login name'),
  phone: say('手机号', 'phone'),
  sex: say('性别', 'sex'),
  id_type: say('证件类型', 'type of ID'),
  id_number: say('证件号码', 'ID number'),
  education: say('文化程度', 'education'),
  ethnicity: say('民族', 'ethnicity'),
  political: say('政治面貌', 'political status'),
  source: say('考生来源', 'source'),
  employer: say('工作单位', 'employer'),
  student_no: say('学号', 'student number'),
  ticket_no: say('准考证号', 'admission ticket number'),
  class_id: say('班级', 'class'),
  prof_id: say('职业', 'profession'),
  rejected_reason: say('驳回原因', 'reason for rejection'),
  extra_roles: say('兼任角色', 'further roles'),
  note: say('备注', 'note'),
  status: say('状态', 'status'),
  user_type: say('用户类型', 'type of account'),
  password: say('密码', 'password'),
  avatar: say('头像', 'picture'),
};

export const peopleMessages = {
  called: () => say('这个用户', 'account'),
  notFound: () => say('没有这个用户', 'This user does not exist'),
  notYours: () => say('您没有管理这个用户的权限', 'You do not have permission to manage this user'),
  otherSchool: () => say('您不能处理其他学校的用户', 'You cannot manage users of another school'),
  typeNotYours: () => say('您不能管理这一类用户', 'You cannot manage users of this type'),
  onlyOwnClasses: () =>
    say(
      '教师只能管理本人任教班级的学生，请选择您任教的班级',
      'Teachers can manage only students of their own classes. Choose one of your classes',
    ),
  invalid: (count: number) =>
    say(`有 ${count} 处内容不符合要求`, count === 1 ? 'One field is not as required' : `${count} fields are not as required`),

  tooLong: (max: number) => say(`最多 ${max} 个字`, `At most ${max} characters`),
  required: () => say('请填写', 'Please fill this in'),
  nameForm: () => say('姓名不能含有换行、引号或尖括号', 'A name cannot contain line breaks, quotes or angle brackets'),
  loginNameForm: () =>
    say(
      '登录名为 2～64 个字符，可用字母、数字、汉字和 . _ - @，不能有空格',
      'A login name has 2 to 64 letters, digits, or any of . _ - @, and no spaces',
    ),
  phoneForm: () =>
    say('手机号应为 11 位数字，以 1 开头；境外号码以 + 开头', 'A phone number has 11 digits beginning with 1; a foreign one begins with +'),
  numberForm: () => say('只能用字母、数字和短横线', 'Letters, digits and dashes only'),
  idLength: () => say('身份证号码应为 18 位', 'An ID card number has 18 characters'),
  idCheckDigit: () => say('身份证号码的校验位不正确，请核对', 'The check digit of the ID number is wrong. Please check the number'),
  idRounded: () =>
    say(
      '号码的末几位已被表格软件抹去；请把这一列设为文本格式后重新填写',
      'A spreadsheet program has erased the last digits. Format the column as text and enter the number again',
    ),
  idBirthday: () => say('身份证号码中的出生日期不存在', 'The date of birth in the ID number does not exist'),
  idBirthdayFuture: () => say('身份证号码中的出生日期在今天以后', 'The date of birth in the ID number is in the future'),
  idOtherForm: () => say('证件号码为 5～30 位字母、数字', 'An ID number has 5 to 30 letters and digits'),
  idWithoutType: () => say('请选择证件类型', 'Choose the type of ID'),
  sexDiffers: () => say('性别与身份证号码不一致', 'The sex does not match the ID number'),
  classUnknown: () => say('没有这个班级', 'This class does not exist'),
  classForStudents: () => say('只有学生可以编入班级', 'Only students can be in a class'),
  roleUnknown: () => say('这一类用户不能兼任该角色', 'Users of this type cannot have this role'),
  taken: (field: UniqueField, by: string) =>
    ({
      login_name: say(`登录名已被 ${by} 使用`, `${by} already has this login name`),
      student_no: say(`学号已被 ${by} 使用`, `${by} already has this student number`),
      ticket_no: say(`准考证号已被 ${by} 使用`, `${by} already has this admission ticket number`),
      id_number: say(`证件号码与 ${by} 的相同`, `${by} has the same ID number`),
    })[field],
  loginNameTaken: () => say('这个登录名已经有人使用，请换一个', 'This login name is taken; choose another'),

  password: (problem: PasswordProblem): Message =>
    ({
      short: say(`密码至少 ${passwordLength.min} 位`, `A password needs at least ${passwordLength.min} characters`),
      long: say(`密码最多 ${passwordLength.max} 位`, `A password can have at most ${passwordLength.max} characters`),
      plain: say('密码应包含字母、数字、符号中的至少两种', 'A password needs at least two of: letters, digits, symbols'),
      likeName: say('密码不能包含登录名', 'A password cannot contain the login name'),
      common: say('这个密码太常见，容易被猜到', 'This password is too common'),
    })[problem],
  wrongOldPassword: () => say('原密码不正确', 'The current password is wrong'),
  samePassword: () => say('新密码不能与原密码相同', 'The new password must differ from the current one'),

  notSelf: () => say('不能对自己的账号这样做', 'You cannot do this to your own account'),
  alreadyEnabled: () => say('账号已经是启用状态', 'The account is already enabled'),
  alreadyDisabled: () => say('账号已经是停用状态', 'The account is already disabled'),
  reasonMissing: () => say('请写明驳回的原因，本人登录时会看到', 'Give a reason for the rejection. The person sees it when signing in'),
  lastSystemUser: () =>
    say(
      '这是最后一个可用的系统管理员账号，不能停用或删除；请先新增或启用另一个',
      'This is the last working system account and cannot be disabled or deleted; add or enable another one first',
    ),
  profUnknown: () => say('请选择本校开设的职业', 'Choose a profession that the school offers'),
  notApplying: () => say('您只能审核正在申请的账号', 'You can only review accounts that are waiting for approval'),
  stillUsed: (name: string, ties: readonly Message[]) =>
    say(
      `${name} 还有${ties.map((tie) => tie['zh-CN']).join('、')}，不能删除；可以改为停用`,
      `${name} still has ${ties.map((tie) => tie.en).join(', ')} and cannot be deleted; disable the account instead`,
    ),
  sameType: () => say('这个用户已经是这一类', 'The account already has this type'),
  typeTied: (name: string, ties: readonly Message[]) =>
    say(
      `${name} 还有${ties.map((tie) => tie['zh-CN']).join('、')}，不能改为这一类`,
      `${name} still has ${ties.map((tie) => tie.en).join(', ')} and cannot become an account of this type`,
    ),
  tieClasses: (count: number) => say(`${count} 个任教班级`, count === 1 ? 'one class' : `${count} classes`),
  tieOther: () => say('其他业务记录', 'other records'),

  sortNeedsSchool: () =>
    say('查看全部学校时不能按学号排序，请先选择学校', 'The list of all schools cannot be sorted by student number. Choose a school first'),

  importOvertaken: () =>
    say(
      '检查之后有人新增了相同的用户，没有导入任何人，请重新检查',
      'One of these users was added in the meantime. Nobody was imported. Please check again',
    ),
  importNothing: () => say('没有可以导入的人', 'There is nobody to import'),
  importRefused: (faulty: number, all: number) =>
    say(`${all} 行中有 ${faulty} 行有错误，没有导入任何人`, `${faulty} of ${all} rows have errors. Nobody was imported`),
  typeUnclear: (typed: string, allowed: readonly UserType[]) => {
    const names = (at: 0 | 1) => allowed.map((type) => userTypeNames[type - 1]?.[at]).join(at === 0 ? '、' : ', ');
    return typed === ''
      ? say(`请填写类别：${names(0)}`, `Enter the type of account: ${names(1)}`)
      : say(`没有“${typed}”这一类，可填：${names(0)}`, `"${typed}" is not one of: ${names(1)}`);
  },
  notInList: (value: string, list: readonly string[]) =>
    say(`没有“${value}”这一项，可填：${list.join('、')}`, `"${value}" is not one of: ${list.join(', ')}`),
  doubleInFile: ({ row, sheet }: { row: number; sheet?: string | undefined }) =>
    sheet === undefined
      ? say(`与第 ${row} 行重复`, `Same as row ${row}`)
      : say(`与“${sheet}”第 ${row} 行重复`, `The same as in row ${row} of "${sheet}"`),
  loginNameMissing: () => say('登录名、学号、准考证号至少填写一项', 'Enter a login name, a student number or a ticket number'),
  classMissing: (name: string) => say(`没有“${name}”这个班级`, `There is no class "${name}"`),
  loginNameExists: () => say('登录名已经存在', 'This login name already exists'),
  numberExists: () => say('这个号码已经存在', 'This number already exists'),
  idNumberExists: (by: string) => say(`证件号码与 ${by} 的相同`, `${by} has the same ID number`),

  unknownSchool: (website: string) => say(`没有网站代码为“${website}”的学校`, `There is no school with the website code "${website}"`),
  registrationClosed: (school: string) =>
    say(`${school}没有开放自行注册，请联系学校开通账号`, `${school} does not offer registration. Please ask the school for an account`),
  tooManyApplications: () => say('这里提交的注册申请太多，请稍后再试', 'Too many registrations from here; please try again later'),
  schoolFull: () =>
    say('这所学校待审核的注册申请太多，请联系学校', 'This school has too many requests waiting for approval. Please contact the school'),
};
