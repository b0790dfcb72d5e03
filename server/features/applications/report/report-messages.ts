import { say } from '../../../http/handler.ts';

export const reportMessages = {
  noPlan: () => say('没有这场考试', 'This exam does not exist'),
  noTemplate: () => say('没有这个模板，可能已被删除', 'This template does not exist. It may have been deleted'),
  otherKind: () => say('这个模板用于另一种报表', 'This template is for another table'),
  otherFact: () => say('这张报表没有这项内容，请换一项或删除这一栏', 'This table has no such content. Choose another or remove the column'),
  noPhotos: () => say('计划申报表不列人员，没有照片', 'The plan declaration lists no people, so it has no photos'),
  noProfession: () => say('没有这个职业，或本校没有开设', 'This profession does not exist, or the school does not offer it'),
  noTrade: () => say('这个职业没有这个工种', 'This profession has no such trade'),
  notReleased: (name: string) => say(`“${name}”的成绩还没有公布`, `The scores of “${name}” are not released yet`),
};
