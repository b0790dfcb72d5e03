import { formatCallTime } from '../../../http/input/call-zone.ts';
import { say } from '../../../http/handler.ts';

export const markingMessages = {
  signInEarly: (ms: number) => say(`${formatCallTime(ms)} 起可以签到`, `Sign-in opens at ${formatCallTime(ms)}`),
  notFound: () => say('没有这项阅卷任务', 'There is no such marking task'),
  noScript: () => say('没有这份答卷，或还没有收齐', 'There is no such script, or it has not arrived whole'),
  released: () => say('成绩已公布，不能再阅卷', 'The scores are released; marks can no longer be changed'),
  notYours: () => say('这份答卷已由其他阅卷员领取', 'Another marker has this script'),
  quotaDone: () => say('您的定额已完成', 'Your quota is done'),
  notTaken: () => say('这份答卷已退回题池，请重新领取', 'This script went back to the pool; take it again'),
  answerChanged: () => say('考生的作答有更新，请看过新的作答再评分', 'The answer has changed; look at it again before you mark it'),
  pointsCount: () => say('请给每个采分点打分', 'Give points for each scoring point'),
  pointsTooMany: (most: number) => say(`不能超过 ${most} 分`, `No more than ${most}`),
  withdrawn: () => say('考试已取消，没有要阅的答卷', 'The exam was called off; there is nothing to mark'),
  notLeader: () => say('由阅卷组组长裁定', 'The leader of the group decides'),
  cardEntered: () => say('这张答题卡已录入，评分不能再改', 'This card is entered; its marks can no longer be changed'),
  forLeader: () => say('这份答卷已交组长裁定', 'This script lies before the leader'),
  notBegun: () => say('考试还没有开始', 'The exam has not begun'),
  ticketUnknown: (ticket: string) => say(`没有准考证号 ${ticket} 的考生`, `No examinee has the ticket number ${ticket}`),
  ticketTwice: (ticket: string) => say(`准考证号 ${ticket} 出现两次`, `The ticket number ${ticket} stands here twice`),
  related: (ticket: string) =>
    say(`与 ${ticket} 号考生有关联，请由他人录入`, `You are related to ${ticket}; somebody else enters this one`),
  enteredTwice: (ticket: string) => say(`${ticket} 已由两人录入`, `${ticket} was entered by two people already`),
  notTwiceYet: (ticket: string) =>
    say(`${ticket} 还没有两人录入，不能裁定`, `${ticket} was not entered twice yet; there is nothing to decide`),
  notOfThisKind: () => say('这道题没有这样的评分内容', 'A question of this kind is not marked so'),
  noteNowhere: () => say('批注不在作答之内', 'A note is not within the answer'),
  sheetDiffers: () => say('得分与扣分不符', 'The points do not follow from the deductions'),
  signatureMissing: () =>
    say('本场考试要求考评员签名，请在评分表上签名后再提交', 'This exam needs your signature; sign the score sheet before you hand it in'),
  signatureEarlier: () => say('签名之后改过分，请重新签名', 'The points were changed after your signature; sign again'),
  reasonForChange: () => say('改分须写明理由', 'Say why the points are changed'),
  noSuchVeto: () => say('没有这个否决项', 'There is no such veto'),
} as const;
