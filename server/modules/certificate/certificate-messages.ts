import type { Message } from '../../http/handler.ts';

const say = (zh: string, en: string): Message => ({ 'zh-CN': zh, en });

export const certificateMessages = {
  notFound: () => say('没有这张证书', 'There is no such certificate'),
  tooMany: () => say('核验太频繁，请一小时后再试', 'Too many verifications; try again in an hour'),
  noPlan: () => say('没有这场考试', 'There is no such exam'),
  notReleased: (name: string) => say(`“${name}”的成绩还没有公布`, `The scores of “${name}” are not released yet`),
  noProfession: () => say('本校没有这个职业', 'The school does not offer this profession'),
} as const;
