import { say } from '../../../http/handler.ts';

export const scoreMessages = {
  notFound: () => say('没有这场考试', 'There is no such exam'),
  notPublished: () => say('考试还没有发布', 'The exam is not published'),
  sitsThere: () =>
    say('您是这场考试的考生，成绩公布前不能查看', 'You sit this exam yourself; before its scores are released you see none of this'),
  questionUnknown: () => say('试卷里没有这道题', 'The paper does not hold this question'),
  keyKind: () => say('答案的形式与题目不符', 'The key is not one of this kind of question'),
  optionUnknown: () => say('题目没有这个选项', 'The question has no such option'),
  orderIncomplete: () => say('答案要按正确顺序列出全部选项，每个一次', 'The key must list every option once, in the right order'),
  changedSince: (now: number) =>
    say(
      `预览之后有变化，现在有 ${now} 人成绩会变，请重新预览`,
      `Something changed since the preview: ${now} scores would change now. Look again`,
    ),
  notReleased: () => say('成绩还没有公布', 'The scores are not released yet'),
  reviewOver: () => say('复核申请期已过', 'The time to ask for a review is over'),
  askedBefore: () => say('您已经申请过复核', 'You asked for a review before'),
  notByItself: () =>
    say(
      '这里不能单独改分：该题已作废或一律给分，或成绩来自纸质登记',
      'No points can be set here: the question counts alike for everybody, or the score was entered from paper',
    ),
  ownReview: () => say('不能答复自己的复核申请', 'Nobody answers their own request'),
  noReview: () => say('没有这份复核申请', 'There is no such request'),
  answeredBefore: () => say('这份申请已经答复', 'This request was answered before'),
  pointsTooMany: (most: number) => say(`不能超过 ${most} 分`, `No more than ${most}`),
} as const;
