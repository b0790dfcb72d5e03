import { type Message, say } from '../../../http/handler.ts';

export const auditMessages = {
  notFound: (): Message => say('没有这条操作记录', 'There is no such entry in the audit log'),
};
