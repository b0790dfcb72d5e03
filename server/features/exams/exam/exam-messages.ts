import { type ReleaseBlocker, releaseBlockers } from '../../../../sync/contract/codes.ts';
import type { OtherDuty } from '../../../../sync/contract/exams/supervision.ts';
import type { PlanCheck } from '../../../../sync/contract/exams/exam-seating.ts';
import { formatCallTime } from '../../../http/input/call-zone.ts';
import { type Message, say } from '../../../http/handler.ts';

const waitNames: Readonly<Record<ReleaseBlocker, Message>> = {
  time: say('考试时间未结束', 'time is not over'),
  delivery: say('作答未收齐', 'not all answers have arrived'),
  nothingCame: say('已入座但没有收到作答', 'took a seat, but no answers have arrived'),
  marking: say('还有题目没有阅完', 'questions are not marked yet'),
};

const otherDutyNames: Readonly<Record<OtherDuty, Message>> = {
  organises: say('组织这场考试', 'organises this exam'),
  invigilates: say('在这场考试监考', 'invigilates this exam'),
  marks: say('在这场考试阅卷', 'marks this exam'),
  sits: say('是这场考试的考生', 'sits this exam'),
};

const paperTimeNames = {
  handedOutMs: say('发放时间', 'handed out'),
  returnedMs: say('收取时间', 'taken back'),
  sealedMs: say('密封时间', 'sealed'),
} satisfies Readonly<Record<string, Message>>;

/** Display names of a plan's fields. They name what has changed when a change is refused because the caller saw an older version. */
export const planFieldNames: Readonly<Record<string, Message>> = {
  name: say('名称', 'name'),
  part: say('考试部分', 'part'),
  resit: say('新考或补考', 'new or re-sit'),
  signatureRequired: say('评分表签名', 'signature on score sheets'),
  paperId: say('试卷', 'paper'),
  startMs: say('开考时间', 'start'),
  durationMs: say('时长', 'duration'),
  entryLimitMs: say('禁止入场时间', 'entry limit'),
  earliestHandInMs: say('最早交卷时间', 'earliest hand-in'),
  notice: say('考生须知', 'notice'),
  releaseRule: say('成绩公布方式', 'release of scores'),
  released: say('成绩公布', 'release of scores'),
  examineeIds: say('考生', 'examinees'),
  roomIds: say('考场', 'rooms'),
  markerGroupIds: say('阅卷组', 'marker groups'),
  ticketPattern: say('准考证号规则', 'pattern of ticket numbers'),
  lockdown: say('离开考试界面', 'leaving the paper'),
  seats: say('座位', 'seats'),
  rooms: say('考场', 'rooms'),
  joined: say('考生', 'examinees'),
  status: say('状态', 'status'),
};

export const examMessages = {
  tieExams: (count: number) => say(`${count} 场考试`, count === 1 ? 'one exam' : `${count} exams`),
  tiePlans: (count: number) => say(`${count} 个考试计划`, count === 1 ? 'one exam plan' : `${count} exam plans`),
  notFound: () => say('考试不存在', 'This exam does not exist'),
  paperNotFound: () => say('试卷不存在', 'There is no such paper'),
  notForExams: () =>
    say('这份试卷不是考试卷，不能用于考试', 'This paper is for homework, tests or exercises and cannot be used for an exam'),
  examineeNotFound: (count: number) => say(`有 ${count} 名考生不存在或已停用`, `${count} of the examinees do not exist or are disabled`),
  examineeTwice: () => say('同一考生只能添加一次', 'An examinee can be added only once'),
  invalidTimes: () => say('考试时间设置不正确', 'The exam times are not valid'),
  entryLimitTooLong: () => say('禁止入场时间不能超过考试时长', 'The entry limit must not exceed the duration'),
  handInTooLate: () => say('最早交卷时间不能超过考试时长', 'The earliest hand-in must not exceed the duration'),
  entryOver: (ms: number) =>
    say(`入场截止时间 ${formatCallTime(ms)} 已过，请修改考试时间`, `Entry closed at ${formatCallTime(ms)}. Change the exam time`),
  published: () =>
    say('考试已发布，不能再修改；开考前可以变更', 'The exam is published and can no longer be edited. Until it starts, it can be revised'),
  withdrawn: (reason: string) => say(`考试已撤回：${reason}`, `The exam was withdrawn: ${reason}`),
  notPractical: () => say('只有操作技能部分可以抽签', 'Only practical parts have a draw'),
  nobodyToDraw: () => say('考试没有考生，无法抽签', 'The exam has no examinees to draw for'),
  drawnMeanwhile: (number: number) =>
    say(`已有第 ${number} 次抽签，请刷新后查看`, `Draw ${number} was made in the meantime; reload the page to see it`),
  roundsTooLong: (endMs: number, planEndMs: number) =>
    say(
      `各场要到 ${formatCallTime(endMs)} 才结束，晚于考试结束时间 ${formatCallTime(planEndMs)}。请缩短每场时间、增加工位，或先变更考试时长`,
      `The last round ends at ${formatCallTime(endMs)}, after the exam (${formatCallTime(planEndMs)}). Shorten the rounds, add stations, or give the exam more time first`,
    ),
  drawNeedsReason: () => say('重新抽签须写明理由', 'A new draw needs a reason'),
  drawReplaced: () => say('这次抽签已被新的抽签取代，不能公布', 'A newer draw has replaced this one; it cannot be published'),
  supervisorHasDuty: (duty: OtherDuty) =>
    say(
      `督导员不能兼任：此人${otherDutyNames[duty]['zh-CN']}`,
      `A supervisor cannot have another role in the exam, but this person ${otherDutyNames[duty].en}`,
    ),
  reportedMeanwhile: () =>
    say('督导报告刚刚在别处提交过，请核对后再提交', 'The report was just submitted elsewhere. Check it and submit again'),
  supervisorReported: () =>
    say('督导员已提交报告，不能移除，报告须留存', 'This supervisor has submitted a report, which must be kept; they cannot be removed'),
  papersRecordedMeanwhile: (name: string) =>
    say(`${name}刚刚登记过这个考场，请核对后再保存`, `${name} has just changed the record of this room. Check it before you save`),
  papersAhead: (times: readonly (keyof typeof paperTimeNames)[], nowMs: number) => {
    const names = times.map((each) => paperTimeNames[each]);
    const now = formatCallTime(nowMs);
    return say(
      `${names.map((name) => name['zh-CN']).join('、')}不能晚于现在（服务器时间 ${now}）`,
      `These times are in the future: ${names.map((name) => name.en).join(', ')}. The server's time is ${now}`,
    );
  },
  timeAhead: (nowMs: number) => say(`不能晚于现在（${formatCallTime(nowMs)}）`, `Must not be later than now (${formatCallTime(nowMs)})`),
  noDraw: () => say('还没有抽签', 'There is no draw yet'),
  begun: (ms: number) =>
    say(
      `考试已于 ${formatCallTime(ms)} 开始，不能再变更或撤回`,
      `The exam began at ${formatCallTime(ms)} and can no longer be changed or withdrawn`,
    ),
  unchanged: () => say('没有需要保存的更改', 'There are no changes to save'),
  startPast: () => say('开考时间须在现在之后', 'The start time must be in the future'),
  codesNotYet: (ms: number) =>
    say(`开考码从 ${formatCallTime(ms)} 起可以查看`, `The release codes can be viewed from ${formatCallTime(ms)}`),
  sebNeeded: () =>
    say(
      '本场考试须用安全考试浏览器（SEB）进入：请用考务人员放在这台电脑上的设置文件打开',
      'This exam requires Safe Exam Browser (SEB). Open the settings file that the exam staff put on this PC',
    ),
  noHandInCode: () => say('回执码是 10 位，请核对后再输入', 'A receipt code has 10 characters. Check it and enter it again'),
  spareTooMany: (most: number) =>
    say(`备用机一次最多准备 ${most} 个座位，请按考场准备`, `A spare PC can be prepared for at most ${most} seats. Prepare it room by room`),
  tooManyParts: (most: number) => say(`一个考试计划最多 ${most} 个部分`, `A plan can have at most ${most} parts`),
  called: () => say('考试', 'exam'),
  seatsChanged: () => say('有考生没有座位，请先编排再发布', 'Some examinees have no seat. Arrange the seats, then publish'),
  roomTaken: () =>
    say(
      '刚刚发布的另一场考试占用了同一时间的考场，请改选考场或时间',
      'Another exam that was just published uses one of these rooms at that time. Choose another room or time',
    ),
  ticketTaken: () =>
    say(
      '刚刚发布的另一场考试用了相同的准考证号，请修改准考证号规则',
      'Another exam that was just published has the same ticket numbers. Change the pattern',
    ),
  check: ({ kind, count, names }: PlanCheck): Message => {
    const list = names.length === 0 ? '' : `（${names.join('、')}${names.length < count ? '…' : ''}）`;
    const listed = names.length === 0 ? '' : ` (${names.join(', ')}${names.length < count ? ' …' : ''})`;
    switch (kind) {
      case 'examinees':
        return say('还没有考生', 'there are no examinees yet');
      case 'capacity':
        return say(`座位不够，缺 ${count} 个`, `${count} seats are missing`);
      case 'unseated':
        return say(`${count} 名考生没有座位${list}`, `${count} examinees have no seat${listed}`);
      case 'roomTaken':
        return say(`同一时间已有考试用这些考场${list}`, `another exam uses these rooms at that time${listed}`);
      case 'ticketPattern':
        return say(
          '准考证号规则分不清考生，请加上 {n} 或 {room}{seat}',
          'the ticket number pattern does not tell examinees apart: add {n}, or {room}{seat}',
        );
      case 'ticketTwice':
        return say(`准考证号重复${list}`, `ticket numbers are not unique${listed}`);
      default:
        return say('试卷或入场时间不对', 'the paper or the entry time is not valid');
    }
  },
  roomUnknown: () => say('请选择本校的考场', 'Choose rooms of your school'),
  groupUnknown: () => say('请选择本校的阅卷组', 'Choose marker groups of your school'),
  tooManyExaminees: (most: number) => say(`一场考试最多 ${most} 名考生`, `An exam has at most ${most} examinees`),
  noFreeSeat: () => say('考场没有空座位了，请先换到更大的考场', 'There are no free seats. Move to a larger room first'),
  joinedAlready: () => say('考生已在这场考试中', 'This examinee is already in this exam'),
  noRooms: () => say('这场考试还没有选考场，请先在编辑里选择', 'The exam has no rooms yet. Choose them in the editor first'),
  seatUnknown: () => say('考场里没有这个座位', 'The room has no such seat'),
  notInvigilator: () =>
    say('请选择本校的监考员，或兼任监考的教师', 'Choose an invigilator of your school, or a teacher with the invigilator role'),
  planOver: () => say('考试已结束，不能再改监考安排', 'The exam is over. Its invigilators can no longer be changed'),
  roomCodeUnknown: () =>
    say('登记码不对、已停用或已过期，请向老师核对', 'The code is wrong, revoked or expired. Ask your teacher for the current one'),
  roomCodeUsedUp: () =>
    say(
      '这个登记码登记的电脑已满，请老师停用后重新生成',
      'This code has reached its number of PCs. Ask a teacher to revoke it and create a new one',
    ),
  seatHasMachine: () =>
    say('这个座位刚登记了另一台电脑，请核对座位号', 'Another PC has just been registered for this seat. Check the seat number'),
  machineUnknown: () => say('这台电脑没有登记在考场', 'This PC is not registered for a room'),
  notAllReady: (count: number) =>
    say(
      `还有 ${count} 个座位没有就绪的机器，请写明例外原因再签署`,
      `${count} seats have no PC that is ready. Give a reason before you sign`,
    ),
  noDuty: () => say('您在这场考试中没有任务', 'You have no task in this exam'),
  paperChanged: () => say('试卷刚刚被修改，请核对后再发布', 'The paper has just been changed. Check it and publish again'),
  notAssembled: () => say('试卷还没有抽题，不能发布', 'No questions have been drawn for the paper yet'),
  questionMissing: () => say('试卷中的题目已不存在，请重新抽题', 'Some questions of the paper no longer exist. Draw it again'),
  obstacles: (all: readonly Message[]) =>
    say(`不能发布：${all.map((each) => each['zh-CN']).join('；')}`, `Cannot be published: ${all.map((each) => each.en).join('; ')}`),

  // Messages on the staff's page about a published exam and its examinees.
  examineeUnknown: () => say('考生不在这场考试中', 'This examinee is not in the exam'),
  notPublished: () => say('考试还没有发布', 'The exam is not published yet'),
  outstanding: (waits: readonly { readonly row: { readonly name: string }; readonly releaseBlocker: ReleaseBlocker }[]) => {
    const names = (wait: ReleaseBlocker) => waits.filter((one) => one.releaseBlocker === wait).map((one) => one.row.name);
    const parts = releaseBlockers.flatMap((wait) => {
      const all = names(wait);
      return all.length === 0 ? [] : [{ wait, all, shown: all.slice(0, 10) }];
    });
    const zh = parts.map(
      ({ wait, all, shown }) =>
        `${waitNames[wait]['zh-CN']} ${all.length} 人（${shown.join('、')}${all.length > shown.length ? '…' : ''}）`,
    );
    const en = parts.map(
      ({ wait, all, shown }) => `${waitNames[wait].en}: ${all.length} (${shown.join(', ')}${all.length > shown.length ? ' …' : ''})`,
    );
    return say(`成绩还不能公布：${zh.join('；')}`, `The scores cannot be released yet. ${en.join('; ')}`);
  },
  ruleTooLate: () => say('成绩已公布，不能再改公布方式', 'The scores are released. The way of release can no longer be changed'),
  timeByHand: () => say('由人公布时不设时间', 'A manual release has no time'),
  timeBeforeEnd: () => say('公布时间不能早于考试结束', 'The release cannot be before the end of the exam'),
  releasedAlready: () =>
    say(
      '成绩已公布，已公布的不能收回；此后收到的作答不会自动计入，须逐题裁定。请确认后再操作',
      'The scores are released and cannot be taken back. Answers that arrive from now on count only after a decision for each question. Confirm first',
    ),
  nothingToReopen: () => say('该考生没有可以重新打开的交卷', 'This examinee has no hand-in that can be reopened'),
  hasAnswers: () => say('已收到该考生的作答，不能登记为缺考', 'Answers of this examinee have arrived, so they cannot be marked absent'),
  noMark: () => say('该考生没有作弊标记', 'This examinee is not marked for cheating'),
  versionUnknown: () =>
    say('找不到这一版作答，请刷新后再裁定', 'This version of the answer does not exist. Reload the page before you decide'),
  reasonNeeded: () => say('不按建议裁定须写明理由', 'A decision other than the proposal needs a reason'),

  sheetEarly: () => say('考试还没有开始', 'The exam has not begun'),
  sheetLate: () => say('这位考生的考试时间已结束，不能再发续考卷', "This examinee's time is over. A paper sheet can no longer be issued"),
  sheetNotBegun: () =>
    say('考生还没有进入考试，请按缺考或换机处理', 'This examinee has not entered the exam. Mark them absent or move them to another PC'),
  sheetHandedIn: () => say('考生已交卷，不能再续考', 'This examinee has handed in and cannot continue'),
  drawTooLate: () => say('成绩已公布，不能再抽签', 'The scores are released. A draw is no longer possible'),
  sheetReleased: () => say('成绩已公布，不能再录入纸卷', 'The scores are released. Paper answers can no longer be entered'),
  sheetUnknown: () => say('没有发过这张续考卷', 'This paper sheet was not issued'),
  sheetAnswer: (itemId: string) => say(`第 ${itemId} 题的作答不合题型`, `The answer to question ${itemId} does not fit its type`),

  // Messages for examinees.
  notStarted: (ms: number) =>
    say(`考试将于 ${formatCallTime(ms)} 开始，届时才能打开试卷`, `The exam begins at ${formatCallTime(ms)}. The paper opens then`),
  /** Names no reason: a learner must not learn that an exam contains the questions of this assignment. */
  notOpenNow: () => say('暂时不能打开，请联系老师', 'This cannot be opened at the moment. Please ask your teacher'),
  notBegun: () => say('开始测试后才能打开试卷', 'The paper opens when you start the test'),
  ended: (ms: number) => say(`考试已于 ${formatCallTime(ms)} 结束`, `The exam ended at ${formatCallTime(ms)}`),
  elsewhere: () => say('您已在另一台设备上进入考试', 'You have entered the exam on another device'),
  movedOften: (waitMs: number) =>
    say(
      `换座过于频繁，请在 ${Math.ceil(waitMs / 1000)} 秒后再试，或继续在原来的电脑上作答`,
      `You changed PCs too often. Try again in ${Math.ceil(waitMs / 1000)} seconds, or continue on the PC you were using`,
    ),
  handedIn: () => say('您已交卷，不能在另一台设备上继续', 'You have handed in and cannot continue on another device'),
  notReleased: () => say('成绩尚未公布，公布后在这里查看', 'The scores are not released yet. You can see them here after the release'),
  noScore: () => say('没有可以评分的作答', 'There are no answers to score'),
} as const;
