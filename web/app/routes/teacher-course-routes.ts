import { notYet } from './not-yet.ts';
import { areaProfsPage } from './prof-pages.ts';
import { staff, type RouteRow } from './route-row.ts';

const course = { ...notYet, access: staff, layout: 'admin', group: 'course' } as const satisfies Partial<RouteRow>;
const page = { ...course, under: '/teacher/course/index' } as const satisfies Partial<RouteRow>;
const info = { ...notYet, access: staff, layout: 'admin', group: 'info' } as const satisfies Partial<RouteRow>;
const article = { ...info, under: '/teacher/info/index' } as const satisfies Partial<RouteRow>;

/** Courses, and the articles beside them. */
export const teacherCourseRoutes: readonly RouteRow[] = [
  { ...course, path: '/teacher/course/index', title: 'courses', sidebar: true },
  { ...page, path: '/teacher/course/assets/create', title: 'courseCreate' },
  { ...page, path: '/teacher/course/assets/create/:id', title: 'courseEdit' },
  { ...page, ...areaProfsPage, path: '/teacher/course/assets/prof', title: 'profs', access: ['admin', 'school'] },
  { ...course, path: '/teacher/course/assets/category', title: 'courseCategories', sidebar: true },
  { ...page, path: '/teacher/course/assets/form', title: 'courseForm' },
  { ...page, path: '/teacher/course/assets/form/:id', title: 'courseForm' },
  { ...page, path: '/teacher/course/section-courseware/:id/:pid', title: 'sectionCourseware' },
  { ...course, path: '/teacher/course/courseware', title: 'courseware', sidebar: true },
  { ...course, path: '/teacher/course/categorycourseware', title: 'coursewareCategories', sidebar: true },

  { ...info, path: '/teacher/info/index', title: 'articles', sidebar: true },
  { ...article, path: '/teacher/info/assets/create', title: 'articleCreate' },
  { ...article, path: '/teacher/info/assets/create/:id', title: 'articleEdit' },
  { ...article, ...areaProfsPage, path: '/teacher/info/assets/prof', title: 'profs', access: ['admin', 'school'] },
  { ...info, path: '/teacher/info/assets/category', title: 'articleCategories', sidebar: true },
];
