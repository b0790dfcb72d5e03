import type { Message } from '../../http/handler.ts';

export const auditMessages = {
  notFound: (): Message => ({ 'zh-CN': '没有这条操作记录', en: 'There is no such entry in the audit log' }),
  unknownSort: (sort: string): Message => ({ 'zh-CN': `不能按“${sort}”排序`, en: `The list cannot be sorted by "${sort}"` }),
};
