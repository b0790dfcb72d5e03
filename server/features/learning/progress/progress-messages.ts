import type { Message } from '../../../http/handler.ts';

export const progressMessages = {
  notFound: (): Message => ({ 'zh-CN': '没有这个学生', en: 'There is no such student' }),
  noClass: (): Message => ({ 'zh-CN': '未分班', en: 'In no class' }),
};
