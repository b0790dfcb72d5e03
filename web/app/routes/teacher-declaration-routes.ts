import { areaProfessionsPage } from './shared-pages.ts';
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
    title: ['申报项目', 'Declaration projects'],
    sidebar: true,
    texts: ['codes', 'application', 'resource'],
    page: async () => (await import('../../features/application/pages/declaration-list-page.tsx')).DeclarationListPage,
  },
  { ...edit, path: '/teacher/declaration/paper/create', title: ['新建申报', 'New declaration'] },
  { ...edit, path: '/teacher/declaration/paper/create/:id', title: ['编辑申报', 'Edit declaration'] },
  {
    ...page,
    ...areaProfessionsPage,
    path: '/teacher/declaration/paper/prof',
    title: ['职业列表', 'Professions'],
    access: ['admin', 'school'],
  },
  {
    ...declaration,
    path: '/teacher/declaration/paper/category',
    title: ['申报分类', 'Declaration categories'],
    sidebar: true,
    texts: ['application'],
    page: async () => (await import('../../features/application/pages/declaration-category-page.tsx')).DeclarationCategoryPage,
  },
  {
    ...page,
    path: '/teacher/declaration/paper/build-form',
    title: ['设计表单', 'Form designer'],
    sidebar: true,
    texts: ['application', 'resource'],
    page: async () => (await import('../../features/application/pages/form-list-page.tsx')).FormListPage,
  },
  {
    ...page,
    path: '/teacher/declaration/paper/build-form/:id',
    title: ['设计表单', 'Form designer'],
    under: '/teacher/declaration/paper/build-form',
    texts: ['application'],
    page: async () => (await import('../../features/application/pages/form-designer-page.tsx')).FormDesignerPage,
  },
  {
    ...declaration,
    path: '/teacher/declaration/user',
    title: ['申报人员', 'Applicants'],
    sidebar: true,
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/review-page.tsx')).DeclarationReviewPage,
  },
  {
    ...declaration,
    path: '/teacher/declaration/student',
    title: ['学生申报', 'Declarations by student'],
    sidebar: true,
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/declaration-students-page.tsx')).DeclarationStudentsPage,
  },
  {
    ...page,
    path: '/teacher/declaration/student/:id',
    title: ['代学生申报', 'Declare for a student'],
    under: '/teacher/declaration/student',
    writes: true,
    texts: ['codes', 'application'],
    page: async () => (await import('../../features/application/pages/declaration-for-page.tsx')).DeclarationForPage,
  },
];
