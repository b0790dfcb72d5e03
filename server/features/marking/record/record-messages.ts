import type { Message } from '../../../http/handler.ts';

export const recordMessages = {
  notFound: (): Message => ({ 'zh-CN': '没有这个用户', en: 'There is no such person' }),
};
