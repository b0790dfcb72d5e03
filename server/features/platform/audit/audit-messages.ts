import type { Message } from '../../../http/handler.ts';

export const auditMessages = {
  notFound: (): Message => ({ 'zh-CN': '没有这条操作记录', en: 'There is no such entry in the audit log' }),
};
