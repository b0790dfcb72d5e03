import { areaProfessionsPage } from './shared-pages.ts';
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

/** Route rows of the pages on which staff edit courses and articles. */
export const teacherCourseRoutes: readonly RouteRow[] = [
  { ...course, path: '/teacher/course/index', title: ['课程', 'Courses'], sidebar: true, ...courseListPage },
  { ...page, path: '/teacher/course/assets/create', title: ['新建课程', 'New course'], writes: true, ...courseEditPage },
  { ...page, path: '/teacher/course/assets/create/:id', title: ['编辑课程', 'Edit course'], writes: true, ...courseEditPage },
  { ...page, ...areaProfessionsPage, path: '/teacher/course/assets/prof', title: ['职业列表', 'Professions'], access: ['admin', 'school'] },
  {
    ...course,
    path: '/teacher/course/assets/category',
    title: ['课程分类', 'Course categories'],
    sidebar: true,
    texts: ['learning'],
    page: async () => (await import('../../features/course/pages/category-pages.tsx')).CourseCategoryPage,
  },
  { ...page, path: '/teacher/course/assets/form', title: ['课程内容', 'Course contents'], ...courseFormPage },
  {
    ...page,
    path: '/teacher/course/assets/form/:id',
    title: ['课程内容', 'Course contents'],
    ...courseFormPage,
  },
  {
    ...page,
    path: '/teacher/course/section-courseware/:id/:pid',
    title: ['章节课件', 'Section courseware'],
    texts: ['codes', 'learning', 'resource'],
    page: async () => (await import('../../features/course/pages/section-courseware-page.tsx')).SectionCoursewarePage,
  },
  {
    ...page,
    path: '/teacher/course/figures/:id',
    title: ['课程统计', 'Course statistics'],
    texts: ['learning'],
    page: async () => (await import('../../features/course/pages/course-figures-page.tsx')).CourseFiguresPage,
  },
  {
    ...course,
    path: '/teacher/course/courseware',
    title: ['课件库', 'Courseware'],
    sidebar: true,
    texts: ['codes', 'learning', 'resource'],
    page: async () => (await import('../../features/course/pages/courseware-list-page.tsx')).CoursewareListPage,
  },
  {
    ...course,
    path: '/teacher/course/categorycourseware',
    title: ['课件分类', 'Courseware categories'],
    sidebar: true,
    texts: ['learning'],
    page: async () => (await import('../../features/course/pages/category-pages.tsx')).CoursewareCategoryPage,
  },

  {
    ...info,
    path: '/teacher/info/index',
    title: ['资讯', 'Articles'],
    sidebar: true,
    texts: ['learning', 'resource'],
    page: async () => (await import('../../features/info/pages/article-list-page.tsx')).ArticleListPage,
  },
  { ...article, path: '/teacher/info/assets/create', title: ['新建资讯', 'New article'], writes: true, ...articleEditPage },
  { ...article, path: '/teacher/info/assets/create/:id', title: ['编辑资讯', 'Edit article'], writes: true, ...articleEditPage },
  {
    ...article,
    ...areaProfessionsPage,
    path: '/teacher/info/assets/prof',
    title: ['职业列表', 'Professions'],
    access: ['admin', 'school'],
  },
  {
    ...info,
    path: '/teacher/info/assets/category',
    title: ['资讯分类', 'Article categories'],
    sidebar: true,
    texts: ['learning'],
    page: async () => (await import('../../features/info/pages/article-category-page.tsx')).ArticleCategoryPage,
  },
];
