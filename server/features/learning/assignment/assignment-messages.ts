import type { HeldQuestionsRefusal } from '../../../../sync/contract/learning/assignment.ts';
import { type Message, say } from '../../../http/handler.ts';

/** A message names this many questions; the page lists them all. */
const namedQuestions = 3;

export const assignmentMessages = {
  called: () => say('任务', 'task'),
  fields: { dueMs: say('截止时间', 'due time') } satisfies Record<string, Message>,
  notFound: () => say('没有这份作业或测试', 'This homework or test does not exist'),
  paperNotFound: () => say('试卷不存在', 'There is no such paper'),
  paperOrWords: () => say('请选择试卷，或写明任务', 'Choose a paper, or describe the task'),
  nobodyToRemind: () => say('这些学生都已交', 'All of these students have handed in'),
  classNotFound: () => say('班级不存在', 'This class does not exist'),
  studentNotFound: (count: number) => say(`有 ${count} 名学生不存在或已停用`, `${count} of the students do not exist or are disabled`),
  otherKind: () => say('只能布置作业卷或测试卷', 'Only a paper for homework or for mock tests can be set'),
  invalidRules: () => say('时间或规则设置不正确', 'The times or rules are not valid'),
  dueOver: () => say('截止时间已过', 'The due time has passed'),
  dueBeforeStart: () => say('截止时间要晚于开始时间', 'The due time must be later than the start'),
  notForKind: () => say('这类任务不能这样设置', 'This setting is not possible for this kind of task'),
  lateTime: () => say('允许逾期时须填写补交时长，不允许时不填', 'Enter how long late work is accepted, but only if it is accepted'),
  nobody: () => say('请选择班级或学生', 'Choose classes or students'),
  tooMany: (max: number) => say(`一次最多布置给 ${max} 人`, `You can assign it to at most ${max} people at a time`),
  inExam: ({ count, items }: HeldQuestionsRefusal) => {
    const namedItems = items.slice(0, namedQuestions);
    const more = count > namedItems.length;
    const zh = namedItems.map(
      ({ number, stem, exams }) => `第 ${number} 题“${stem}”${exams.length === 0 ? '' : `（考试“${exams.join('”“')}”）`}`,
    );
    const en = namedItems.map(
      ({ number, stem, exams }) => `question ${number} “${stem}”${exams.length === 0 ? '' : ` (exam “${exams.join('”, “')}”)`}`,
    );
    return say(
      `有 ${count} 道题与成绩尚未公布的考试相同或相近：${zh.join('、')}${more ? '等' : ''}。请在试卷中换题，或等成绩公布后再布置`,
      `${count} of its questions are the same as, or much like, those of an exam whose scores are not released: ${en.join(', ')}${more ? ' and more' : ''}. Replace them in the paper, or set it once the scores are released`,
    );
  },
  paperChanged: () => say('试卷刚刚被修改，请核对后再布置', 'The paper has just been changed. Check it and assign it again'),

  withdrawn: (reason: string) => say(`这份任务已撤回：${reason}`, `This was withdrawn: ${reason}`),
  finishedForSome: (count: number) =>
    say(
      `有 ${count} 名学生已批阅完成、告知了分数，不能再撤回`,
      `${count} students have already received their points. It can no longer be withdrawn`,
    ),

  toldWouldFall: (count: number) =>
    say(
      `有 ${count} 名学生已告知的分数会因此降低，不能这样修改`,
      `This would lower points that ${count} students have already received, so it is not possible`,
    ),

  // Messages of marking.
  studentUnknown: () => say('没有布置给这名学生', 'It was not assigned to this student'),
  answersChanged: () => say('学生的作答有了变化，请刷新后再批阅', "The student's answers have changed. Reload the page before you mark"),
  notHandedIn: () => say('还没有交齐，不能批阅', 'Not everything has been handed in yet'),
  finished: () =>
    say('已批阅完成，分数已告知学生，不能再改', 'Marking is finished and the student has received the points. It can no longer be changed'),
  itemUnknown: () => say('没有这道题', 'There is no such question'),
  tooManyPoints: (max: number) => say(`最多 ${max} 分`, `At most ${max} points`),
  noSuchPicture: () => say('这张照片不在这份作答里', 'This photo is not in the answer'),
  noteNowhere: () => say('批注不在作答之内', 'A note is outside the answer'),
  notGivenBack: () => say('模拟测试不退回订正', 'Mock tests are not returned for correction'),
  untilOver: () => say('订正截止时间已过', 'The time for corrections has passed'),

  // Messages for students.
  notYet: () => say('批阅完成后可查看', 'You can see this once marking is finished'),
  handInFirst: () => say('交卷并送达后可查看', 'You can see this once everything is handed in and received'),
  heldBack: () => say('暂不能查看，请以后再来', 'This cannot be shown at the moment. Please come back later'),
  noMoreTries: () => say('次数已用完', 'You have no attempts left'),
  windowOver: () => say('测试时间已过', 'The time for this test has passed'),
  notHomeworkTry: () => say('作业没有第二次', 'Homework has only one attempt'),
} as const;
