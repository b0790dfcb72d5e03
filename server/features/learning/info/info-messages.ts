import { say } from '../../../http/handler.ts';

export const infoMessages = {
  notFound: () => say('没有这篇资讯，或者现在不展示', 'There is no such article, or it is not shown now'),
  notYours: () => say('只有作者和学校管理员可以修改', 'Only its author and the school’s administrators change it'),
  empty: () => say('还没有正文，写好再发布', 'It has no text yet: write it before publishing'),
  window: () => say('结束展示要晚于开始展示', 'It must be shown until later than it is shown from'),
  classes: () => say('请至少选一个班级', 'Choose at least one class'),
  classUnknown: () => say('请选择本校的班级', 'Choose classes of this school'),
  professionUnknown: () => say('请选择本校开设的职业', 'Choose a profession that this school offers'),
  published: () => say('正在展示，请先撤下再删除', 'It is being shown: withdraw it before removing it'),
  step: () => say('现在不能这样做，请刷新后再试', 'That can’t be done now: load the page anew'),
};
