import { say } from '../../../http/handler.ts';

export const archiveMessages = {
  notFound: () => say('没有这场考试', 'There is no such exam'),
  notReleased: () => say('成绩公布后才能导出档案', 'There is an archive once the scores are released'),
} as const;
