import type { Message } from '../../http/handler.ts';

const say = (zh: string, en: string): Message => ({ 'zh-CN': zh, en });

export const archiveMessages = {
  notFound: () => say('没有这场考试', 'There is no such exam'),
  notReleased: () => say('成绩公布后才能导出档案', 'There is an archive once the scores are released'),
  gone: () => say('这个下载地址已失效，请重新导出', 'This address opens no more; export again'),
  tooOften: () => say('导出太频繁，请稍后再试', 'Too many archives; wait a while'),
} as const;
