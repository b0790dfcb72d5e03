import { staffRoles, type RouteRow } from './route-row.ts';

/** Categories of an area's papers; a page of the sidebar. */
export const paperCategoryPage = {
  title: 'paperCategories',
  sidebar: true,
  texts: ['paper'],
  page: async () => (await import('../../features/paper/pages/paper-category-page.tsx')).PaperCategoryPage,
} as const satisfies Partial<RouteRow>;

/** Builds the paper pages of one area ("/teacher/exam"). `index`: address of the list. */
export function createPaperRoutes(
  group: NonNullable<RouteRow['group']>,
  base: string,
  index: string,
  title: RouteRow['title'],
): RouteRow[] {
  const page = { access: staffRoles, layout: 'admin', group, under: index } as const;
  return [
    {
      access: staffRoles,
      layout: 'admin',
      group,
      texts: ['codes', 'paper'],
      path: index,
      ...(title !== undefined && { title }),
      sidebar: true,
      page: async () => (await import('../../features/paper/pages/paper-list-page.tsx')).PaperListPage,
    },
    {
      ...page,
      path: `${base}/paper/create`,
      title: 'paperCreate',
      writes: true,
      texts: ['codes', 'paper'],
      page: async () => (await import('../../features/paper/pages/paper-edit-page.tsx')).PaperEditPage,
    },
    {
      ...page,
      path: `${base}/paper/create/:paperId`,
      title: 'paperEdit',
      writes: true,
      texts: ['codes', 'paper'],
      page: async () => (await import('../../features/paper/pages/paper-edit-page.tsx')).PaperEditPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId`,
      title: 'paper',
      texts: ['codes', 'paper'],
      page: async () => (await import('../../features/paper/pages/paper-assembly-page.tsx')).PaperAssemblyPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId/preview`,
      title: 'paperPreview',
      texts: ['codes', 'examAround', 'examSitting'],
      page: async () => (await import('../../features/exam-sitting/pages/paper-preview-page.tsx')).PaperPreviewPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId/print`,
      title: 'paperPrint',
      texts: ['paper'],
      page: async () => (await import('../../features/paper/pages/paper-print-page.tsx')).PaperPrintPage,
    },
  ];
}
