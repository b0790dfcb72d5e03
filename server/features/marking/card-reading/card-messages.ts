import { say } from '../../../http/handler.ts';

export const cardMessages = {
  notFound: () => say('没有这场考试', 'This exam does not exist'),
  noScan: () => say('没有这张图片', 'This picture does not exist'),
  withdrawn: () => say('考试已取消', 'The exam was withdrawn'),
  notBegun: () => say('考试还没有开始', 'The exam has not started'),
  released: () => say('成绩已公布，不能再改', 'The scores are released and can no longer be changed'),
  noBubbles: () => say('这份试卷没有可填涂的题', 'No question of this paper has bubbles'),
  notYourFile: () => say('没有找到这个文件，请重新上传', 'This file was not found; upload it again'),
  onlyPictures: (name: string) => say(`${name} 不是 PNG 或 JPEG 图片`, `${name} is not a PNG or JPEG picture`),
  noRoom: (most: number) =>
    say(
      `这场考试的答题卡图片合计不能超过 ${most} MB。请降低扫描分辨率，或联系管理员`,
      `The pictures of this exam's cards may have at most ${most} MB together. Scan at a lower resolution, or ask the administrator`,
    ),
  decided: () => say('这张图片已经有人处理过', 'Another person has already handled this picture'),
  entered: () => say('这张答题卡已经录入', 'This card is already entered'),
  leaderDecided: () => say('组长已裁定这份试卷，请由组长更正', 'The leader has decided on this script. Only the leader can correct it'),
  secondIsYours: () => say('第二遍由您录入，请由他人更正', 'You made the second entry; another person has to correct the first'),
  notOpen: () => say('这张图片没有要人工判定的内容', 'This picture needs no decision'),
  ticketUnknown: (ticket: string) => say(`没有准考证号 ${ticket} 的考生`, `No examinee has the ticket number ${ticket}`),
  related: (ticket: string) =>
    say(`与 ${ticket} 号考生有关联，请由他人处理`, `You have a relation to examinee ${ticket}. Another person has to do this`),
  noPage: (page: number) => say(`这张答题卡没有第 ${page} 页`, `This card has no page ${page}`),
  rowsDiffer: () => say('请判定所有待定的题，且只判定这些题', 'Decide all open rows, and only those'),
  noOption: (label: string) => say(`第 ${label} 题没有这样的答案`, `Row ${label} has no such answer`),
  notReady: (ticket: string) => say(`${ticket} 的答题卡不完整，或还有题待判定`, `The card of ${ticket} is incomplete or has open rows`),
  notMarked: (ticket: string) => say(`${ticket} 的作答框还没有评完`, `The boxes of ${ticket} are not all marked`),
  byPerson: (ticket: string) => say(`${ticket} 已有录入`, `${ticket} is already entered`),
  ticketTwice: (ticket: string) => say(`准考证号 ${ticket} 出现两次`, `The ticket number ${ticket} occurs twice`),
  pointsTooMany: (most: number) => say(`不能超过 ${most} 分`, `No more than ${most}`),
} as const;
