import { areaProfessionsPage } from './profession-pages.ts';
import { staffRoles, type RouteRow } from './route-row.ts';

const course = { access: staffRoles, layout: 'admin', group: 'course' } as const satisfies Partial<RouteRow>;
const page = { ...course, under: '/teacher/course/index' } as const satisfies Partial<RouteRow>;
const info = { access: staffRoles, layout: 'admin', group: 'info' } as const satisfies Partial<RouteRow>;
const article = { ...info, under: '/teacher/info/index' } as const satisfies Partial<RouteRow>;

const courseListPage = {
  texts: ['learning', 'resource'],
  page: async () => (await import('../../features/course/pages/course-list-page.tsx')).CourseListPage,
} as const satisfies Partial<RouteRow>;
const courseEditPage = {
  texts: ['learning', 'resource'],
  page: async () => (await import('../../features/course/pages/course-edit-page.tsx')).CourseEditPage,
} as const satisfies Partial<RouteRow>;
const courseFormPage = {
  texts: ['learning', 'resource'],
  page: async () => (await import('../../features/course/pages/course-form-page.tsx')).CourseFormPage,
} as const satisfies Partial<RouteRow>;
const articleEditPage = {
  texts: ['learning', 'resource'],
  page: async () => (await import('../../features/info/pages/article-edit-page.tsx')).ArticleEditPage,
} as const satisfies Partial<RouteRow>;

/** Courses and articles. */
export const teacherCourseRoutes: readonly RouteRow[] = [
  { ...course, path: '/teacher/course/index', title: 'courses', sidebar: true, ...courseListPage },
  { ...page, path: '/teacher/course/assets/create', title: 'courseCreate', writes: true, ...courseEditPage },
  { ...page, path: '/teacher/course/assets/create/:id', title: 'courseEdit', writes: true, ...courseEditPage },
  { ...page, ...areaProfessionsPage, path: '/teacher/course/assets/prof', title: 'profs', access: ['admin', 'school'] },
  {
    ...course,
    path: '/teacher/course/assets/category',
    title: 'courseCategories',
    sidebar: true,
    texts: ['learning'],
    page: async () => (await import('../../features/course/pages/category-pages.tsx')).CourseCategoryPage,
  },
  { ...page, path: '/teacher/course/assets/form', title: 'courseForm', ...courseFormPage },
  {
    ...page,
    path: '/teacher/course/assets/form/:id',
    title: 'courseForm',
    ...courseFormPage,
  },
  {
    ...page,
    path: '/teacher/course/section-courseware/:id/:pid',
    title: 'sectionCourseware',
    texts: ['codes', 'learning', 'resource'],
    page: async () => (await import('../../features/course/pages/section-courseware-page.tsx')).SectionCoursewarePage,
  },
  {
    ...page,
    path: '/teacher/course/figures/:id',
    title: 'courseFigures',
    texts: ['learning'],
    page: async () => (await import('../../features/course/pages/course-figures-page.tsx')).CourseFiguresPage,
  },
  {
    ...course,
    path: '/teacher/course/courseware',
    title: 'courseware',
    sidebar: true,
    texts: ['codes', 'learning', 'resource'],
    page: async () => (await import('../../features/course/pages/courseware-list-page.tsx')).CoursewareListPage,
  },
  {
    ...course,
    path: '/teacher/course/categorycourseware',
    title: 'coursewareCategories',
    sidebar: true,
    texts: ['learning'],
    page: async () => (await import('../../features/course/pages/category-pages.tsx')).CoursewareCategoryPage,
  },

  {
    ...info,
    path: '/teacher/info/index',
    title: 'articles',
    sidebar: true,
    texts: ['learning', 'resource'],
    page: async () => (await import('../../features/info/pages/article-list-page.tsx')).ArticleListPage,
  },
  { ...article, path: '/teacher/info/assets/create', title: 'articleCreate', writes: true, ...articleEditPage },
  { ...article, path: '/teacher/info/assets/create/:id', title: 'articleEdit', writes: true, ...articleEditPage },
  { ...article, ...areaProfessionsPage, path: '/teacher/info/assets/prof', title: 'profs', access: ['admin', 'school'] },
  {
    ...info,
    path: '/teacher/info/assets/category',
    title: 'articleCategories',
    sidebar: true,
    texts: ['learning'],
    page: async () => (await import('../../features/info/pages/article-category-page.tsx')).ArticleCategoryPage,
  },
];
