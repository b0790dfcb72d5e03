import type { RouteRow } from './route-row.ts';

/** The audit log. The server limits the entries to those that the user may see. */
export const auditPage: Pick<RouteRow, 'title' | 'texts' | 'page' | 'sidebar' | 'layout'> = {
  title: ['操作日志', 'Audit log'],
  layout: 'admin',
  sidebar: true,
  texts: ['audit'],
  page: async () => (await import('../../features/audit/pages/audit-page.tsx')).AuditPage,
};
