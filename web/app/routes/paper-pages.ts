import { staffRoles, type RouteRow } from './route-row.ts';

const texts = ['paper', 'codes'] as const;

/** Categories of an area's papers; a page of the sidebar. */
export const paperCategoryPage = {
  title: 'paperCategories',
  sidebar: true,
  texts,
  page: async () => (await import('../../features/paper/pages/paper-category-page.tsx')).PaperCategoryPage,
} as const satisfies Partial<RouteRow>;

/** Builds the paper pages of one area ("/teacher/exam"). `index`: address of the list. */
export function createPaperRoutes(
  group: NonNullable<RouteRow['group']>,
  base: string,
  index: string,
  title: RouteRow['title'],
): RouteRow[] {
  const page = { access: staffRoles, layout: 'admin', group, under: index, texts } as const;
  return [
    {
      access: staffRoles,
      layout: 'admin',
      group,
      texts,
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
      page: async () => (await import('../../features/paper/pages/paper-edit-page.tsx')).PaperEditPage,
    },
    {
      ...page,
      path: `${base}/paper/create/:paperId`,
      title: 'paperEdit',
      writes: true,
      page: async () => (await import('../../features/paper/pages/paper-edit-page.tsx')).PaperEditPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId`,
      title: 'paper',
      page: async () => (await import('../../features/paper/pages/paper-assembly-page.tsx')).PaperAssemblyPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId/preview`,
      title: 'paperPreview',
      texts: ['examSitting', 'examAround', 'codes'],
      page: async () => (await import('../../features/exam-sitting/pages/paper-preview-page.tsx')).PaperPreviewPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId/print`,
      title: 'paperPrint',
      page: async () => (await import('../../features/paper/pages/paper-print-page.tsx')).PaperPrintPage,
    },
  ];
}
