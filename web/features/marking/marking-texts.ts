import { wordPairs } from '../../lib/word-pairs.ts';

export const markingTexts = wordPairs({
  written: ['普通阅卷', 'Marking'],
  performed: ['实操评分', 'Practical assessment'],
  writtenHint: [
    '您所在阅卷组的主观题。考生信息已隐去，按题阅卷。',
    'Written questions of your marker groups, question by question. You do not see whose answers they are.',
  ],
  performedHint: [
    '您所在阅卷组的实操题和答辩题。每位考生由至少三名考评员各自评分，取平均分。',
    'Practical tasks and defences of your marker groups. At least three assessors mark each person apart; the mean counts.',
  ],
  none: ['没有阅卷任务', 'Nothing to mark'],
  noneText: [
    '考务人员把您所在的阅卷组安排到考试后，任务会出现在这里。',
    'Tasks stand here once one of your marker groups is given to an exam.',
  ],
  group: ['阅卷组', 'Group'],
  ends: ['{{time}} 结束', 'Ends {{time}}'],
  scoresReleased: ['成绩已公布', 'Scores released'],
  question: ['题目', 'Question'],
  points: ['{{count}} 分', '{{count}} points'],
  progress: ['已阅 {{marked}} / {{scripts}} 份', '{{marked}} of {{scripts}} marked'],
  mine: ['我阅 {{count}} 份', 'By me: {{count}}'],
  nothingYet: ['还没有可阅的答卷', 'No scripts yet'],
  start: ['开始阅卷', 'Start'],
  goOn: ['继续阅卷', 'Go on'],
  look: ['查看', 'Look'],
  back: ['返回任务', 'Back to the tasks'],
  code: ['密号 {{code}}', 'Script {{code}}'],
  chars: ['{{count}} 字', '{{count}} characters'],
  reference: ['参考答案', 'Reference answer'],
  vetoes: ['否决项（有一项即 0 分）', 'Vetoes (any of them leaves 0)'],
  scoringPoints: ['采分点', 'Scoring points'],
  keysHint: ['数字键打分', 'Digits give points'],
  wholeQuestion: ['本题得分', 'Points for the question'],
  total: ['/ {{count}} 分', '/ {{count}}'],
  comment: ['评语', 'Comment'],
  commentPlaceholder: ['可不填', 'Optional'],
  submit: ['提交并取下一份', 'Submit and take the next'],
  submitOnly: ['提交', 'Submit'],
  giveBack: ['放回题池', 'Put back'],
  myScripts: ['我阅过的', 'Marked by me'],
  people: ['考生', 'Examinees'],
  notMarked: ['未评', 'Not yet'],
  allDone: ['这道题没有待阅的答卷了', 'Nothing is left of this question'],
  allDoneText: ['有新的作答到达时会再出现。', 'Answers that arrive later will show up.'],
  released: ['成绩已公布，不能再阅卷。', 'The scores are released; marks can no longer be changed.'],
  pick: ['请从左侧选择考生', 'Choose an examinee on the left'],
  markedToast: ['已保存：{{total}} 分', 'Saved: {{total}}'],
  fillAll: ['请给每个采分点打分', 'Give points for each scoring point'],
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    marking: (typeof markingTexts)['zh-CN'];
  }
}
