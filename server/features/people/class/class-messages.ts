import { say } from '../../../http/handler.ts';

export const classMessages = {
  notFound: () => say('没有这个班级', 'There is no such class'),
  teacherUnknown: () => say('请选择本校的教师', 'Choose a teacher of this school'),
  studentUnknown: (count: number) =>
    say(
      `所选的人中有 ${count} 人不是本校学生`,
      count === 1 ? 'One of them is no student of this school' : `${count} of them are no students of this school`,
    ),
  notStudent: () => say('不是本校学生', 'No student of this school'),
  hasStudents: (count: number) =>
    say(
      `班级里还有 ${count} 名学生，请先把他们移出`,
      count === 1
        ? 'There is still one student in this class; move them first'
        : `There are still ${count} students in this class; move them first`,
    ),
};
