import type { Message } from '../../http/handler.ts';

const say = (zh: string, en: string): Message => ({ 'zh-CN': zh, en });
const fieldNames: Readonly<Record<string, readonly [string, string]>> = {
  name: ['名称', 'name'],
  grade: ['年级', 'grade'],
  head_teacher_id: ['班主任', 'head teacher'],
  teachers: ['任课教师', 'teachers'],
  note: ['备注', 'note'],
};

export const classMessages = {
  notFound: () => say('没有这个班级', 'There is no such class'),
  nameTaken: () => say('已经有同名的班级', 'There is a class of this name already'),
  teacherUnknown: () => say('请选择本校的教师', 'Choose a teacher of this school'),
  studentUnknown: (count: number) =>
    say(
      `所选的人中有 ${count} 人不是本校学生`,
      count === 1 ? 'One of them is no student of this school' : `${count} of them are no students of this school`,
    ),
  changed: (by: string, when: string, fields: readonly string[]) =>
    say(
      `${by === '' ? '其他人' : by}在 ${when} 修改了班级的${fields.map((field) => fieldNames[field]?.[0] ?? field).join('、')}，请查看最新内容后再保存`,
      `${by === '' ? 'Somebody else' : by} changed the class's ${fields.map((field) => fieldNames[field]?.[1] ?? field).join(', ')} at ${when}; look at it and save again`,
    ),
  hasStudents: (count: number) =>
    say(
      `班级里还有 ${count} 名学生，请先把他们移出`,
      count === 1
        ? 'There is still one student in this class; move them first'
        : `There are still ${count} students in this class; move them first`,
    ),
  invalid: () => say('有 1 处内容不符合要求', 'One field is not as required'),
  unknownSort: (sort: string) => say(`不能按“${sort}”排序`, `The list cannot be sorted by "${sort}"`),
  noClass: () => say('未分班', 'In no class'),
};
