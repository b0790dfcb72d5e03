import { areaProfessionsPage } from './profession-pages.ts';
import { staffRoles, type RouteRow } from './route-row.ts';

const texts = ['thing', 'learning', 'codes'] as const;
const course = { access: staffRoles, layout: 'admin', group: 'course', texts } as const satisfies Partial<RouteRow>;
const page = { ...course, under: '/teacher/course/index' } as const satisfies Partial<RouteRow>;
const info = { access: staffRoles, layout: 'admin', group: 'info', texts } as const satisfies Partial<RouteRow>;
const article = { ...info, under: '/teacher/info/index' } as const satisfies Partial<RouteRow>;

const courseListPage = async () => (await import('../../features/course/pages/course-list-page.tsx')).CourseListPage;
const courseEditPage = async () => (await import('../../features/course/pages/course-edit-page.tsx')).CourseEditPage;
const courseFormPage = async () => (await import('../../features/course/pages/course-form-page.tsx')).CourseFormPage;
const articleEditPage = async () => (await import('../../features/info/pages/article-edit-page.tsx')).ArticleEditPage;

/** Courses and articles. */
export const teacherCourseRoutes: readonly RouteRow[] = [
  { ...course, path: '/teacher/course/index', title: 'courses', sidebar: true, page: courseListPage },
  { ...page, path: '/teacher/course/assets/create', title: 'courseCreate', writes: true, page: courseEditPage },
  { ...page, path: '/teacher/course/assets/create/:id', title: 'courseEdit', writes: true, page: courseEditPage },
  { ...page, ...areaProfessionsPage, path: '/teacher/course/assets/prof', title: 'profs', access: ['admin', 'school'] },
  {
    ...course,
    path: '/teacher/course/assets/category',
    title: 'courseCategories',
    sidebar: true,
    page: async () => (await import('../../features/course/pages/category-pages.tsx')).CourseCategoryPage,
  },
  { ...page, path: '/teacher/course/assets/form', title: 'courseForm', page: courseFormPage },
  {
    ...page,
    path: '/teacher/course/assets/form/:id',
    title: 'courseForm',
    page: courseFormPage,
  },
  {
    ...page,
    path: '/teacher/course/section-courseware/:id/:pid',
    title: 'sectionCourseware',
    page: async () => (await import('../../features/course/pages/section-courseware-page.tsx')).SectionCoursewarePage,
  },
  {
    ...page,
    path: '/teacher/course/figures/:id',
    title: 'courseFigures',
    page: async () => (await import('../../features/course/pages/course-figures-page.tsx')).CourseFiguresPage,
  },
  {
    ...course,
    path: '/teacher/course/courseware',
    title: 'courseware',
    sidebar: true,
    page: async () => (await import('../../features/course/pages/courseware-list-page.tsx')).CoursewareListPage,
  },
  {
    ...course,
    path: '/teacher/course/categorycourseware',
    title: 'coursewareCategories',
    sidebar: true,
    page: async () => (await import('../../features/course/pages/category-pages.tsx')).CoursewareCategoryPage,
  },

  {
    ...info,
    path: '/teacher/info/index',
    title: 'articles',
    sidebar: true,
    page: async () => (await import('../../features/info/pages/article-list-page.tsx')).ArticleListPage,
  },
  { ...article, path: '/teacher/info/assets/create', title: 'articleCreate', writes: true, page: articleEditPage },
  { ...article, path: '/teacher/info/assets/create/:id', title: 'articleEdit', writes: true, page: articleEditPage },
  { ...article, ...areaProfessionsPage, path: '/teacher/info/assets/prof', title: 'profs', access: ['admin', 'school'] },
  {
    ...info,
    path: '/teacher/info/assets/category',
    title: 'articleCategories',
    sidebar: true,
    page: async () => (await import('../../features/info/pages/article-category-page.tsx')).ArticleCategoryPage,
  },
];
