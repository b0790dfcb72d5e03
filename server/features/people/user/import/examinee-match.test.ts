import { describe, expect, it } from 'vitest';
import { createPersonMatcher, type MatchRow, type MatchablePerson } from './examinee-match.ts';

const nobody: MatchRow = { name: '', student_no: '', id_number: '', ticket_no: '', login_name: '', class: '' };
let nextId = 1;
const person = (of: Partial<MatchablePerson>): MatchablePerson => ({ ...nobody, id: nextId++, enabled: true, ...of });

const zhang = person({ name: '张三', student_no: 'S1', id_number: 'aa', ticket_no: 'T1', login_name: 'zhang', class: '电工一班' });
const other = person({ name: '张三', student_no: 'S2', login_name: 'zhang2', class: '电工二班' });
const li = person({ name: '李四', student_no: 'S3', login_name: 'Li', class: '电工一班' });
const wang = person({ name: '王五', student_no: 'S4', login_name: 'wang', enabled: false });
const verdictOf = createPersonMatcher([zhang, other, li, wang]);
const matchRow = (row: Partial<MatchRow>) => {
  const verdict = verdictOf({ ...nobody, ...row });
  return verdict.kind === 'found' ? verdict.person.id : [verdict.reason['zh-CN'], verdict.candidates.map((one) => one.id)];
};

describe('createPersonMatcher', () => {
  it.each([
    ['a number', { student_no: 's1' }, zhang],
    ['an ID number', { id_number: 'aa' }, zhang],
    ['a ticket', { ticket_no: 'T1' }, zhang],
    ['a login name in any case', { login_name: 'lI' }, li],
    ['a unique name', { name: '李四' }, li],
    ['a name and a class', { name: '张三', class: '电工二班' }, other],
    ['a number and the right name, whatever the class says', { name: '张三', student_no: 'S2', class: '旧班' }, other],
    ['a number, beside one that is not recorded of them', { student_no: 'S3', ticket_no: 'T9' }, li],
  ])('finds the person by %s', (_, row, one) => expect(matchRow(row)).toBe(one.id));

  it.each([
    ['namesakes', { name: '张三' }, ['有 2 名同名考生，请选择', [zhang.id, other.id]]],
    ['a class that the person is not in', { name: '李四', class: '电工二班' }, ['“李四”不在“电工二班”', [li.id]]],
    ['a number of another person', { name: '李四', student_no: 'S1' }, ['号码是“张三”的，表中写的是“李四”', [zhang.id]]],
    ['numbers of two people', { student_no: 'S1', login_name: 'li' }, ['学号与登录名不是同一个人的', [zhang.id, li.id]]],
    ['a number that contradicts what is recorded', { student_no: 'S1', ticket_no: 'T2' }, ['准考证号与“张三”登记的不同', [zhang.id]]],
    ['a mistyped number, and who has the name', { name: '李四', student_no: 'S33' }, ['没有考生有这个学号', [li.id]]],
    ['a number that nobody has', { student_no: 'S99' }, ['没有考生有这个学号', []]],
    ['a name that nobody has', { name: '赵六' }, ['没有叫“赵六”的考生', []]],
    ['an account that is not enabled', { name: '王五' }, ['“王五”的账号未启用', []]],
    ['the same by number', { student_no: 'S4', name: '王五' }, ['“王五”的账号未启用', []]],
    ['nothing that names anybody', { class: '电工一班' }, ['这一行没有姓名，也没有号码', []]],
  ])('returns no person for %s, but the reason and the candidates', (_, row, said) => expect(matchRow(row)).toEqual(said));
});
