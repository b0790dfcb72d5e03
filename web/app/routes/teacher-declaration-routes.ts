import { areaProfessionsPage } from './profession-pages.ts';
import { staffRoles, type RouteRow } from './route-row.ts';

const declaration = { access: staffRoles, layout: 'admin', group: 'declaration' } as const satisfies Partial<RouteRow>;
const page = { ...declaration, under: '/teacher/declaration/index' } as const satisfies Partial<RouteRow>;

const list = {} as const satisfies Partial<RouteRow>;
const edit = {
  ...page,
  ...list,
  writes: true,
  texts: ['codes', 'application', 'resource'],
  page: async () => (await import('../../features/application/pages/declaration-edit-page.tsx')).DeclarationEditPage,
} as const satisfies Partial<RouteRow>;

export const teacherDeclarationRoutes: readonly RouteRow[] = [
  {
    ...declaration,
    ...list,
    path: '/teacher/declaration/index',
    title: 'declarations',
    sidebar: true,
    texts: ['codes', 'application', 'resource'],
    page: async () => (await import('../../features/application/pages/declaration-list-page.tsx')).DeclarationListPage,
  },
  { ...edit, path: '/teacher/declaration/paper/create', title: 'declarationCreate' },
  { ...edit, path: '/teacher/declaration/paper/create/:id', title: 'declarationEdit' },
  { ...page, ...areaProfessionsPage, path: '/teacher/declaration/paper/prof', title: 'profs', access: ['admin', 'school'] },
  {
    ...declaration,
    path: '/teacher/declaration/paper/category',
    title: 'declarationCategories',
    sidebar: true,
    texts: ['application'],
    page: async () => (await import('../../features/application/pages/declaration-category-page.tsx')).DeclarationCategoryPage,
  },
  {
    ...page,
    path: '/teacher/declaration/paper/build-form',
    title: 'formDesigner',
    sidebar: true,
    texts: ['application', 'resource'],
    page: async () => (await import('../../features/application/pages/form-list-page.tsx')).FormListPage,
  },
  {
    ...page,
    path: '/teacher/declaration/paper/build-form/:id',
    title: 'formDesigner',
    under: '/teacher/declaration/paper/build-form',
    texts: ['application'],
    page: async () => (await import('../../features/application/pages/form-designer-page.tsx')).FormDesignerPage,
  },
  {
    ...declaration,
    path: '/teacher/declaration/user',
    title: 'applicants',
    sidebar: true,
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/review-page.tsx')).DeclarationReviewPage,
  },
  {
    ...declaration,
    path: '/teacher/declaration/student',
    title: 'declarationStudents',
    sidebar: true,
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/declaration-students-page.tsx')).DeclarationStudentsPage,
  },
  {
    ...page,
    path: '/teacher/declaration/student/:id',
    title: 'declarationFor',
    under: '/teacher/declaration/student',
    writes: true,
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/declaration-for-page.tsx')).DeclarationForPage,
  },
];
