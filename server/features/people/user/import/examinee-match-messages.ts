import { type Message, say } from '../../../../http/handler.ts';
import type { MatchKey } from '../../../../../sync/contract/people/exam-user-calls.ts';

const keyNames: Readonly<Record<MatchKey, Message>> = {
  student_no: say('学号', 'student number'),
  id_number: say('证件号码', 'ID number'),
  ticket_no: say('准考证号', 'ticket number'),
  login_name: say('登录名', 'login name'),
};
const joinKeyNames = (columns: readonly MatchKey[], language: keyof Message, between: string): string =>
  columns.map((column) => keyNames[column][language]).join(between);

/** Reasons why a row of a sheet does not identify a person with certainty. */
export const examineeMatchMessages = {
  nobody: (name: string) => say(`没有叫“${name}”的考生`, `There is no examinee called “${name}”`),
  disabled: (name: string) => say(`“${name}”的账号未启用`, `The account of “${name}” is not enabled`),
  namesakes: (count: number) => say(`有 ${count} 名同名考生，请选择`, `${count} examinees have this name; choose one`),
  otherClass: (name: string, className: string) => say(`“${name}”不在“${className}”`, `“${name}” is not in “${className}”`),
  emptyRow: () => say('这一行没有姓名，也没有号码', 'The row has neither a name nor a number'),
  unknownKey: (column: MatchKey) => say(`没有考生有这个${keyNames[column]['zh-CN']}`, `No examinee has this ${keyNames[column].en}`),
  disagree: (columns: readonly MatchKey[]) =>
    say(`${joinKeyNames(columns, 'zh-CN', '与')}不是同一个人的`, `${joinKeyNames(columns, 'en', ' and ')} belong to different people`),
  otherNumber: (column: MatchKey, name: string) =>
    say(`${keyNames[column]['zh-CN']}与“${name}”登记的不同`, `The ${keyNames[column].en} is not the one recorded of “${name}”`),
  otherName: (typed: string, name: string) =>
    say(`号码是“${name}”的，表中写的是“${typed}”`, `The number is “${name}”’s; the sheet says “${typed}”`),
  twice: (row: number) => say(`与第 ${row} 行是同一个人`, `The same person as in row ${row}`),
  twiceInSheet: (sheet: string, row: number) => say(`与“${sheet}”第 ${row} 行是同一个人`, `The same person as in row ${row} of “${sheet}”`),
} as const;
