import type { RouteRow } from './route-row.ts';

/** The audit log. The server limits the entries to those that the user may see. */
export const auditPage: Pick<RouteRow, 'title' | 'calls' | 'texts' | 'page' | 'sidebar' | 'layout'> = {
  title: 'audit',
  layout: 'admin',
  sidebar: true,
  calls: ['/audit/getList', '/audit/getById', '/audit/getKinds'],
  texts: ['audit'],
  page: async () => (await import('../../features/audit/pages/audit-page.tsx')).AuditPage,
};
