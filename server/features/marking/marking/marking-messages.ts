import { formatCallTime } from '../../../http/input/call-zone.ts';
import { say } from '../../../http/handler.ts';

export const markingMessages = {
  signInEarly: (ms: number) => say(`${formatCallTime(ms)} 起可以签到`, `Sign-in opens at ${formatCallTime(ms)}`),
  notFound: () => say('没有这项阅卷任务', 'This marking task does not exist'),
  noScript: () => say('没有这份答卷，或还没有收齐', 'This script does not exist, or has not fully arrived'),
  released: () => say('成绩已公布，不能再阅卷', 'The scores are released. Marks can no longer be changed'),
  notYours: () => say('这份答卷已由其他阅卷员领取', 'Another marker has this script'),
  quotaDone: () => say('您的定额已完成', 'You have completed your quota'),
  notTaken: () => say('这份答卷已退回题池，请重新领取', 'This script was returned to the pool. Take it again'),
  answerChanged: () => say('考生的作答有更新，请看过新的作答再评分', 'The answer has changed. Look at it again before you mark it'),
  pointsCount: () => say('请给每个采分点打分', 'Enter points for each scoring point'),
  pointsTooMany: (most: number) => say(`不能超过 ${most} 分`, `No more than ${most}`),
  withdrawn: () => say('考试已取消，没有要阅的答卷', 'The exam was withdrawn. There is nothing to mark'),
  notLeader: () => say('由阅卷组组长裁定', 'The leader of the marker group decides'),
  cardEntered: () => say('这张答题卡已录入，评分不能再改', 'This card is entered. Its marks can no longer be changed'),
  forLeader: () => say('这份答卷已交组长裁定', 'This script is with the leader for a decision'),
  notBegun: () => say('考试还没有开始', 'The exam has not begun'),
  ticketUnknown: (ticket: string) => say(`没有准考证号 ${ticket} 的考生`, `No examinee has the ticket number ${ticket}`),
  ticketTwice: (ticket: string) => say(`准考证号 ${ticket} 出现两次`, `The ticket number ${ticket} occurs twice`),
  related: (ticket: string) =>
    say(`与 ${ticket} 号考生有关联，请由他人录入`, `You have a relation to examinee ${ticket}. Another person has to enter this one`),
  enteredTwice: (ticket: string) => say(`${ticket} 已由两人录入`, `${ticket} has already been entered by two people`),
  notTwiceYet: (ticket: string) =>
    say(`${ticket} 还没有两人录入，不能裁定`, `${ticket} has not been entered by two people yet, so there is nothing to decide`),
  notOfThisKind: () => say('这道题没有这样的评分内容', 'This kind of question is not marked this way'),
  noteNowhere: () => say('批注不在作答之内', 'A note is outside the answer'),
  sheetDiffers: () => say('得分与扣分不符', 'The points do not match the deductions'),
  signatureMissing: () =>
    say(
      '本场考试要求考评员签名，请在评分表上签名后再提交',
      "This exam requires the assessor's signature. Sign the score sheet before you submit it",
    ),
  signatureEarlier: () => say('签名之后改过分，请重新签名', 'Points were changed after your signature. Sign again'),
  reasonForChange: () => say('改分须写明理由', 'Give a reason for the changed points'),
  noSuchVeto: () => say('没有这个否决项', 'This veto item does not exist'),
} as const;
