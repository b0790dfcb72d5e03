import { firstRouteRows, createIndexRedirects, type Redirect } from './first-routes.ts';
import { enrollRoutes } from './routes/enroll-routes.ts';
import { publicRoutes } from './routes/public-routes.ts';
import { questionRoutes } from './routes/question-routes.ts';
import type { RouteRow } from './routes/route-row.ts';
import { schoolRoutes } from './routes/school-routes.ts';
import { staffRoutes } from './routes/staff-routes.ts';
import { studentRoutes } from './routes/student-routes.ts';
import { teacherCourseRoutes } from './routes/teacher-course-routes.ts';
import { teacherDeclarationRoutes } from './routes/teacher-declaration-routes.ts';
import { teacherExamRoutes } from './routes/teacher-exam-routes.ts';
import { teacherHomeworkRoutes, teacherTestRoutes } from './routes/assignment-routes.ts';
import { peopleRoutes, teacherRoutes } from './routes/teacher-routes.ts';

/** Route table: a row for each page, in the order of the sidebar. */
export const routeRows: readonly RouteRow[] = [
  ...publicRoutes,
  ...schoolRoutes,
  ...questionRoutes,
  ...enrollRoutes,
  ...teacherRoutes,
  ...teacherExamRoutes,
  ...teacherTestRoutes,
  ...teacherHomeworkRoutes,
  ...teacherCourseRoutes,
  ...teacherDeclarationRoutes,
  ...studentRoutes,
  ...staffRoutes,
  ...peopleRoutes,
];

/** All pages except those of examinees. The router adds them when an unknown address is opened. */
export const laterRouteRows: readonly RouteRow[] = routeRows.filter((row) => !firstRouteRows.includes(row));

export const laterRedirects: readonly Redirect[] = [
  { from: '/teacher/manage', to: '/teacher/manage/teacher' },
  // The address of a paper's form without an id redirects to the list of papers.
  { from: '/teacher/exam/paper-form', to: '/teacher/exam/index' },
  { from: '/teacher/test/paper-form', to: '/teacher/test/index' },
  { from: '/teacher/homework/paper-form', to: '/teacher/homework/index' },
  // These two pages of the area `exam` can also be reached by an address without the folder `paper`.
  { from: '/teacher/exam/prof', to: '/teacher/exam/paper/prof' },
  { from: '/teacher/exam/category', to: '/teacher/exam/paper/category' },
  ...createIndexRedirects(laterRouteRows),
];
