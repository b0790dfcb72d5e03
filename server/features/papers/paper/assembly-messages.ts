import { say } from '../../../http/handler.ts';

export const assemblyMessages = {
  noTable: () => say('细目表不存在或尚未发布', 'There is no such detail table, or it is not published yet'),
  unknownScope: (scope: string) => say(`细目表中没有鉴定范围 ${scope}`, `The detail table has no scope ${scope}`),
  needsTable: () => say('按鉴定范围或重要程度出题须先选择细目表', 'Quotas by scope or importance need a detail table'),
  noSection: () => say('没有这种题型的大题', 'No section has questions of this type'),
  tooMany: (most: number) => say(`一份试卷最多 ${most} 题`, `A paper has at most ${most} questions`),
  invalid: () => say('组卷要求有误', 'There is something wrong with the blueprint'),
  busy: () => say('同时组卷的人太多，请稍后再试', 'Too many papers are being assembled just now; try again in a moment'),
  late: () =>
    say(
      '时限内没有找到组卷方案，试卷没有改动；请减少配额或放宽条件后再试',
      'No paper was found in time, and nothing was changed; ask for fewer quotas or wider limits and try again',
    ),
  uneven: () =>
    say(
      '题库组不成难度相差 2% 以内的平行卷，试卷没有改动；请限定难度比例，或解锁一些题',
      'The bank gives no parallel papers within 2 % of difficulty, and nothing was changed; set a difficulty mix, or unlock some questions',
    ),
  bankMoved: () => say('题库刚有变动，试卷没有改动，请再组一次', 'The bank has just changed; the paper is as it was, assemble it again'),
  givenUp: () => say('组卷已取消', 'The assembly was cancelled'),
} as const;
