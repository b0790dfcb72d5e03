import { say } from '../../../http/handler.ts';

export const scoreMessages = {
  notFound: () => say('没有这场考试', 'This exam does not exist'),
  notPublished: () => say('考试还没有发布', 'The exam is not published'),
  sitsThere: () =>
    say('您是这场考试的考生，成绩公布前不能查看', 'You are an examinee of this exam. You can see this after the scores are released'),
  questionUnknown: () => say('试卷里没有这道题', 'This question is not in the paper'),
  keyKind: () => say('答案的形式与题目不符', 'The key does not fit this type of question'),
  optionUnknown: () => say('题目没有这个选项', 'The question has no such option'),
  orderIncomplete: () => say('答案要按正确顺序列出全部选项，每个一次', 'The key must list every option once, in the right order'),
  changedSince: (now: number) =>
    say(
      `预览之后有变化，现在有 ${now} 人成绩会变，请重新预览`,
      `Something has changed since the preview: ${now} scores would change now. Preview again`,
    ),
  notReleased: () => say('成绩还没有公布', 'The scores are not released yet'),
  reviewOver: () => say('复核申请期已过', 'The time to request a review has passed'),
  askedBefore: () => say('您已经申请过复核', 'You have already requested a review'),
  notByItself: () =>
    say(
      '这里不能单独改分：该题已作废或一律给分，或成绩来自纸质登记',
      'Points cannot be changed here: the question counts the same for everybody, or the score was entered from paper',
    ),
  ownReview: () => say('不能答复自己的复核申请', 'You cannot answer your own request'),
  noReview: () => say('没有这份复核申请', 'This request does not exist'),
  answeredBefore: () => say('这份申请已经答复', 'This request was already answered'),
  pointsTooMany: (most: number) => say(`不能超过 ${most} 分`, `No more than ${most}`),
} as const;
