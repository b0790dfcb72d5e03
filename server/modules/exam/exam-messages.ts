import type { Message } from '../../http/handler.ts';

const say = (zh: string, en: string): Message => ({ 'zh-CN': zh, en });

/** Beijing time, as every notice of an exam is printed. */
const clock = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium', hour12: false });
const timeText = (ms: number): string => clock.format(ms);

/** The fields of a plan, as a stale change names them. */
export const planFieldNames: Readonly<Record<string, Message>> = {
  name: say('名称', 'name'),
  paperId: say('试卷', 'paper'),
  startMs: say('开考时间', 'start'),
  durationMs: say('时长', 'duration'),
  entryLimitMs: say('禁止入场时间', 'entry limit'),
  earliestHandInMs: say('最早交卷时间', 'earliest hand-in'),
  notice: say('考生须知', 'notice'),
  examineeIds: say('考生', 'examinees'),
  status: say('状态', 'status'),
};

export const examMessages = {
  notFound: () => say('考试不存在', 'There is no such exam'),
  paperNotFound: () => say('试卷不存在', 'There is no such paper'),
  examineeNotFound: (count: number) => say(`有 ${count} 名考生不存在或已停用`, `${count} of the examinees do not exist or are disabled`),
  examineeTwice: () => say('同一考生只能添加一次', 'An examinee can be added only once'),
  invalidTimes: () => say('考试时间设置不正确', 'The times of the exam are not right'),
  entryLimitTooLong: () => say('禁止入场时间不能超过考试时长', 'The entry limit must not exceed the duration'),
  handInTooLate: () => say('最早交卷时间不能超过考试时长', 'The earliest hand-in must not exceed the duration'),
  entryOver: (ms: number) =>
    say(`入场截止时间 ${timeText(ms)} 已过，请修改考试时间`, `Entry closed at ${timeText(ms)}; change the start of the exam`),
  published: () => say('考试已发布，不能再修改', 'The exam is published and can no longer be changed'),
  thing: () => say('考试', 'exam'),
  paperChanged: () => say('试卷刚刚被修改，请核对后再发布', 'The paper was changed just now; check it and publish again'),
  notAssembled: () => say('试卷还没有抽题，不能发布', 'No questions have been drawn for the paper yet'),
  questionMissing: () => say('试卷中的题目已不存在，请重新抽题', 'Questions of the paper no longer exist; draw it again'),
  obstacles: (all: readonly Message[]) =>
    say(`不能发布：${all.map((each) => each['zh-CN']).join('；')}`, `Cannot be published: ${all.map((each) => each.en).join('; ')}`),

  // To examinees.
  notStarted: (ms: number) =>
    say(`考试将于 ${timeText(ms)} 开始，届时才能打开试卷`, `The exam begins at ${timeText(ms)}; the paper opens then`),
  ended: (ms: number) => say(`考试已于 ${timeText(ms)} 结束`, `The exam ended at ${timeText(ms)}`),
  elsewhere: () => say('您已在另一台设备上进入考试', 'You have entered the exam on another device'),
  movedOften: (waitMs: number) =>
    say(
      `换座过于频繁，请在 ${Math.ceil(waitMs / 1000)} 秒后再试，或继续在原来的电脑上作答`,
      `Too many moves between PCs: try again in ${Math.ceil(waitMs / 1000)} seconds, or go on at the PC you were at`,
    ),
  handedIn: () => say('您已交卷，不能在另一台设备上继续', 'You have handed in; the exam cannot go on at another device'),
  notHandedIn: () => say('您还没有交卷，暂无成绩', 'You have not handed in yet; there is no score'),
  incomplete: () => say('答案还没有全部送达，送达后即可查看成绩', 'Not all answers have arrived yet; the score follows once they have'),
} as const;
