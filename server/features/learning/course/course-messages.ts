import { say } from '../../../http/handler.ts';

export const courseMessages = {
  notFound: () => say('没有这门课程', 'There is no such course'),
  notYours: () => say('只有负责教师和学校管理员可以修改', 'Only the teacher who keeps it and the school’s administrators change it'),
  classUnknown: () => say('请选择本校的班级', 'Choose classes of this school'),
  classTwice: () => say('同一个班级分了两次', 'A class is named twice'),
  window: () => say('结束要晚于开始', 'It must end after it begins'),
  sectionTwice: () => say('章节编号重复，请刷新后再试', 'Two sections have the same number: load the page anew'),
  lessonTwice: () => say('同一个课件在课程里只能出现一次', 'A courseware stands in a course only once'),
  lessonUnknown: () => say('有课件已经不在课件库里', 'Some courseware is no longer in the library'),
  professionUnknown: () => say('请选择本校开设的职业', 'Choose a profession that this school offers'),
  beforeItself: () => say('课程不能先修自己', 'A course can’t come after itself'),
  beforeUnknown: () => say('先修课程里有已经删除的', 'Some course that comes first is gone'),
  beforeCircle: () => say('先修课程绕了一圈，谁也开始不了', 'These courses come after each other in a circle: nobody could begin'),
  notPublished: () => say('课程没有发布，不能提醒', 'It is not published: nobody can be reminded'),
  empty: () => say('还没有课件，加上课件再发布', 'It has no lessons yet: add some before publishing'),
  tooLong: (minutes: number, most: number) =>
    say(
      `总时长 ${minutes} 分钟，超过了学校设置的 ${most} 分钟`,
      `It lasts ${minutes} minutes, more than the ${most} that the school allows`,
    ),
  step: () => say('现在不能这样做，请刷新后再试', 'That can’t be done now: load the page anew'),
  published: () => say('正在学习中，请先撤下再删除', 'It is being learned: withdraw it before removing it'),
  hasProgress: (count: number) =>
    say(
      `${count} 名学员有学习记录，不能删除`,
      `${count} ${count === 1 ? 'learner has' : 'learners have'} learned of it: it can’t be removed`,
    ),
};
