import { areaProfessionsPage } from './profession-pages.ts';
import { staffRoles, type RouteRow } from './route-row.ts';

const texts = ['thing', 'learning', 'codes'] as const;
const course = { access: staffRoles, layout: 'admin', group: 'course', texts } as const satisfies Partial<RouteRow>;
const page = { ...course, under: '/teacher/course/index' } as const satisfies Partial<RouteRow>;
const info = { access: staffRoles, layout: 'admin', group: 'info', texts } as const satisfies Partial<RouteRow>;
const article = { ...info, under: '/teacher/info/index' } as const satisfies Partial<RouteRow>;

const categoryCalls = ['/shelf/getCategories', '/shelf/addCategory', '/shelf/moveCategory', '/shelf/removeCategory'] as const;
const listCalls = ['/course/getList', '/course/remove', '/course/copy', '/shelf/getCategories'] as const;
const formCalls = [
  '/course/getById',
  '/course/getList',
  '/course/add',
  '/course/modify',
  '/courseware/add',
  '/upload/takeFile',
  '/class/getOptions',
  '/prof/getList',
  '/shelf/getCategories',
] as const;
const coursewareCalls = [
  '/courseware/getList',
  '/courseware/getById',
  '/courseware/add',
  '/courseware/modify',
  '/courseware/remove',
  '/upload/getLimits',
  '/upload/takeFile',
  '/question/getList',
  '/shelf/getCategories',
] as const;
const courseListPage = async () => (await import('../../features/course/pages/course-list-page.tsx')).CourseListPage;
const courseEditPage = async () => (await import('../../features/course/pages/course-edit-page.tsx')).CourseEditPage;
const courseFormPage = async () => (await import('../../features/course/pages/course-form-page.tsx')).CourseFormPage;
const articleEditPage = async () => (await import('../../features/info/pages/article-edit-page.tsx')).ArticleEditPage;
const articleCalls = ['/info/getById', '/info/add', '/info/modify', '/class/getOptions', '/prof/getList', '/shelf/getCategories'] as const;

/** Courses and articles. */
export const teacherCourseRoutes: readonly RouteRow[] = [
  { ...course, path: '/teacher/course/index', title: 'courses', sidebar: true, calls: listCalls, page: courseListPage },
  { ...page, path: '/teacher/course/assets/create', title: 'courseCreate', writes: true, calls: formCalls, page: courseEditPage },
  { ...page, path: '/teacher/course/assets/create/:id', title: 'courseEdit', writes: true, calls: formCalls, page: courseEditPage },
  { ...page, ...areaProfessionsPage, path: '/teacher/course/assets/prof', title: 'profs', access: ['admin', 'school'] },
  {
    ...course,
    path: '/teacher/course/assets/category',
    title: 'courseCategories',
    sidebar: true,
    calls: categoryCalls,
    page: async () => (await import('../../features/course/pages/category-pages.tsx')).CourseCategoryPage,
  },
  { ...page, path: '/teacher/course/assets/form', title: 'courseForm', calls: listCalls, page: courseFormPage },
  {
    ...page,
    path: '/teacher/course/assets/form/:id',
    title: 'courseForm',
    calls: [
      '/course/getById',
      '/course/modify',
      '/course/setStatus',
      '/courseware/getListByIds',
      '/courseware/getById',
      '/courseware/getSources',
      '/upload/getLimits',
    ],
    page: courseFormPage,
  },
  {
    ...page,
    path: '/teacher/course/section-courseware/:id/:pid',
    title: 'sectionCourseware',
    calls: ['/course/getById', '/course/modify', '/courseware/getListByIds', ...coursewareCalls],
    page: async () => (await import('../../features/course/pages/section-courseware-page.tsx')).SectionCoursewarePage,
  },
  {
    ...page,
    path: '/teacher/course/figures/:id',
    title: 'courseFigures',
    calls: ['/course/getFigures', '/course/getLessonFigures', '/course/remind', '/courseware/getById', '/courseware/getSources'],
    page: async () => (await import('../../features/course/pages/course-figures-page.tsx')).CourseFiguresPage,
  },
  {
    ...course,
    path: '/teacher/course/courseware',
    title: 'courseware',
    sidebar: true,
    calls: coursewareCalls,
    page: async () => (await import('../../features/course/pages/courseware-list-page.tsx')).CoursewareListPage,
  },
  {
    ...course,
    path: '/teacher/course/categorycourseware',
    title: 'coursewareCategories',
    sidebar: true,
    calls: categoryCalls,
    page: async () => (await import('../../features/course/pages/category-pages.tsx')).CoursewareCategoryPage,
  },

  {
    ...info,
    path: '/teacher/info/index',
    title: 'articles',
    sidebar: true,
    calls: ['/info/getList', '/info/getById', '/info/remove', '/info/setStatus', '/info/getReaders', '/shelf/getCategories'],
    page: async () => (await import('../../features/info/pages/article-list-page.tsx')).ArticleListPage,
  },
  { ...article, path: '/teacher/info/assets/create', title: 'articleCreate', writes: true, calls: articleCalls, page: articleEditPage },
  { ...article, path: '/teacher/info/assets/create/:id', title: 'articleEdit', writes: true, calls: articleCalls, page: articleEditPage },
  { ...article, ...areaProfessionsPage, path: '/teacher/info/assets/prof', title: 'profs', access: ['admin', 'school'] },
  {
    ...info,
    path: '/teacher/info/assets/category',
    title: 'articleCategories',
    sidebar: true,
    calls: categoryCalls,
    page: async () => (await import('../../features/info/pages/article-category-page.tsx')).ArticleCategoryPage,
  },
];
