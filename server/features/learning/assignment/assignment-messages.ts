import type { HeldQuestionsRefusal } from '../../../../sync/contract/learning/assignment.ts';
import { type Message, say } from '../../../http/handler.ts';

/** A message names this many questions; the page lists them all. */
const namedQuestions = 3;

export const assignmentMessages = {
  called: () => say('任务', 'task'),
  fields: { dueMs: say('截止时间', 'due time') } satisfies Record<string, Message>,
  notFound: () => say('没有这份作业或测试', 'There is no such homework or test'),
  paperNotFound: () => say('试卷不存在', 'There is no such paper'),
  paperOrWords: () => say('请选择试卷，或写明任务', 'Choose a paper, or say in words what is to be done'),
  nobodyToRemind: () => say('这些学生都已交', 'All of them have handed in'),
  classNotFound: () => say('班级不存在', 'There is no such class'),
  studentNotFound: (count: number) => say(`有 ${count} 名学生不存在或已停用`, `${count} of the students do not exist or are disabled`),
  otherKind: () => say('只能布置作业卷或测试卷', 'Only a paper for homework or for mock tests can be set'),
  invalidRules: () => say('时间或规则设置不正确', 'The times or rules are not right'),
  dueOver: () => say('截止时间已过', 'The due time is over'),
  dueBeforeStart: () => say('截止时间要晚于开始时间', 'It must be due after it begins'),
  notForKind: () => say('这类任务不能这样设置', 'This kind of task cannot have that'),
  lateTime: () => say('允许逾期时须填写补交时长，不允许时不填', 'Say how long late work is taken, and only where it is'),
  nobody: () => say('请选择班级或学生', 'Choose classes or students'),
  tooMany: (most: number) => say(`一次最多布置给 ${most} 人`, `At most ${most} people at once`),
  inExam: ({ count, items }: HeldQuestionsRefusal) => {
    const named = items.slice(0, namedQuestions);
    const more = count > named.length;
    const zh = named.map(
      ({ number, stem, exams }) => `第 ${number} 题“${stem}”${exams.length === 0 ? '' : `（考试“${exams.join('”“')}”）`}`,
    );
    const en = named.map(
      ({ number, stem, exams }) => `question ${number} “${stem}”${exams.length === 0 ? '' : ` (exam “${exams.join('”, “')}”)`}`,
    );
    return say(
      `有 ${count} 道题与成绩尚未公布的考试相同或相近：${zh.join('、')}${more ? '等' : ''}。请在试卷中换题，或等成绩公布后再布置`,
      `${count} of its questions are the same as, or much like, those of an exam whose scores are not released: ${en.join(', ')}${more ? ' and more' : ''}. Replace them in the paper, or set it once the scores are released`,
    );
  },
  paperChanged: () => say('试卷刚刚被修改，请核对后再布置', 'The paper was changed just now; check it and set it again'),

  withdrawn: (reason: string) => say(`这份任务已撤回：${reason}`, `It is withdrawn: ${reason}`),
  finishedForSome: (count: number) =>
    say(
      `有 ${count} 名学生已批阅完成、告知了分数，不能再撤回`,
      `The points of ${count} students are told already; it can no longer be withdrawn`,
    ),

  toldWouldFall: (count: number) =>
    say(
      `有 ${count} 名学生已告知的分数会因此降低，不能这样修改`,
      `The points that ${count} students were told would become less; it cannot be changed like that`,
    ),

  // Messages of marking.
  studentUnknown: () => say('没有布置给这名学生', 'It was not set for this student'),
  answersChanged: () => say('学生的作答有了变化，请刷新后再批阅', 'The answers have changed; load the page again before you mark'),
  notHandedIn: () => say('还没有交齐，不能批阅', 'It has not all been handed in yet'),
  finished: () =>
    say('已批阅完成，分数已告知学生，不能再改', 'Its marking is finished and the points are told; it can no longer be changed'),
  itemUnknown: () => say('没有这道题', 'There is no such question'),
  tooManyPoints: (max: number) => say(`最多 ${max} 分`, `At most ${max} points`),
  noSuchPicture: () => say('这张照片不在这份作答里', 'This answer has no such photo'),
  noteNowhere: () => say('批注不在作答之内', 'A note is not within the answer'),
  notGivenBack: () => say('模拟测试不退回订正', 'A mock test is not given back'),
  untilOver: () => say('订正截止时间已过', 'The time to correct it is over'),

  // Messages for students.
  notYet: () => say('批阅完成后可查看', 'It can be seen once marking is finished'),
  handInFirst: () => say('交卷并送达后可查看', 'It can be seen once everything is handed in and has arrived'),
  heldBack: () => say('暂不能查看，请以后再来', 'It cannot be shown for now; come back later'),
  noMoreTries: () => say('次数已用完', 'There are no tries left'),
  windowOver: () => say('测试时间已过', 'The time for this test is over'),
  notHomeworkTry: () => say('作业没有第二次', 'Homework has no second try'),
} as const;
