import { staffRoles, type RouteRow } from './route-row.ts';

const texts = ['paper', 'codes'] as const;
const categoryCalls = ['/paper/getCategories', '/paper/addCategory', '/paper/moveCategory', '/paper/removeCategory'] as const;

/** Categories of an area's papers; a page of the sidebar. */
export const paperCategoryPage = {
  title: 'paperCategories',
  sidebar: true,
  calls: categoryCalls,
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
      calls: ['/paper/getList', '/paper/copy', '/paper/remove', '/paper/file', ...categoryCalls],
      page: async () => (await import('../../features/paper/pages/paper-list-page.tsx')).PaperListPage,
    },
    {
      ...page,
      path: `${base}/paper/create`,
      title: 'paperCreate',
      writes: true,
      calls: ['/paper/add', '/paper/getCategories', '/question/getCategories'],
      page: async () => (await import('../../features/paper/pages/paper-edit-page.tsx')).PaperEditPage,
    },
    {
      ...page,
      path: `${base}/paper/create/:paperId`,
      title: 'paperEdit',
      writes: true,
      calls: ['/paper/getById', '/paper/modify', '/paper/getCategories', '/question/getCategories'],
      page: async () => (await import('../../features/paper/pages/paper-edit-page.tsx')).PaperEditPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId`,
      title: 'paper',
      calls: [
        '/paper/getById',
        '/paper/draw',
        '/paper/choose',
        '/paper/getNearest',
        '/paper/assemble',
        '/paper/blueprintSupply',
        '/paper/getConflicts',
        '/question/getList',
        '/detail/getList',
        '/detail/getById',
      ],
      page: async () => (await import('../../features/paper/pages/paper-assembly-page.tsx')).PaperAssemblyPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId/preview`,
      title: 'paperPreview',
      calls: ['/paper/getById', '/paper/preview'],
      texts: ['examSitting', 'examAround', 'codes'],
      page: async () => (await import('../../features/exam-sitting/pages/paper-preview-page.tsx')).PaperPreviewPage,
    },
    {
      ...page,
      path: `${base}/paper-form/:paperId/print`,
      title: 'paperPrint',
      calls: ['/paper/getById', '/paper/exportWord', '/paper/exportWordKeys'],
      page: async () => (await import('../../features/paper/pages/paper-print-page.tsx')).PaperPrintPage,
    },
  ];
}
