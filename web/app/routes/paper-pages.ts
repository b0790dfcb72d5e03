import { staffRoles, type RouteRow } from './route-row.ts';

/** Page with the categories of papers, for the sidebar of an area such as exams. */
export const paperCategoryPage = {
  title: ['试卷分类', 'Paper categories'],
  sidebar: true,
  texts: ['paper'],
  page: async () => (await import('../../features/paper/pages/paper-category-page.tsx')).PaperCategoryPage,
} as const satisfies Partial<RouteRow>;

/** Builds the pages for papers of one area. `base`: address of the area, such as "/teacher/exam". `index`: address of the list of papers. */
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
      title: ['新建试卷', 'New paper'],
      writes: true,
      texts: ['codes', 'paper'],
      page: async () => (await import('../../features/paper/pages/paper-edit-page.tsx')).PaperEditPage,
    },
    {
      ...page,
      path: `${base}/paper/create/:paperId`,
      title: ['编辑试卷', 'Edit paper'],
      writes: true,
      texts: ['codes', 'paper'],
      page: async () => (await import('../../features/paper/pages/paper-edit-page.tsx')).PaperEditPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId`,
      title: ['组卷', 'Assemble paper'],
      texts: ['codes', 'paper'],
      page: async () => (await import('../../features/paper/pages/paper-assembly-page.tsx')).PaperAssemblyPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId/preview`,
      title: ['预览', 'Preview'],
      texts: ['codes', 'examAround', 'examSitting'],
      page: async () => (await import('../../features/exam-sitting/pages/paper-preview-page.tsx')).PaperPreviewPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId/print`,
      title: ['打印', 'Print'],
      texts: ['paper'],
      page: async () => (await import('../../features/paper/pages/paper-print-page.tsx')).PaperPrintPage,
    },
  ];
}
