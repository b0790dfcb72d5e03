import { firstRows, toIndexes, type Redirect } from './first-routes.ts';
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
import { teacherHomeworkRoutes } from './routes/teacher-homework-routes.ts';
import { peopleRoutes, teacherRoutes } from './routes/teacher-routes.ts';
import { teacherTestRoutes } from './routes/teacher-test-routes.ts';

/** Every page there is. The sidebar stands in this order. */
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

/** Without an examinee's: what the router learns when somebody asks for a page that it does not know. */
export const laterRows: readonly RouteRow[] = routeRows.filter((row) => !firstRows.includes(row));

export const laterRedirects: readonly Redirect[] = [
  { from: '/teacher/manage', to: '/teacher/manage/teacher' },
  // Without a paper's number, its form is a list to choose one from.
  { from: '/teacher/exam/paper-form', to: '/teacher/exam/index' },
  { from: '/teacher/test/paper-form', to: '/teacher/test/index' },
  { from: '/teacher/homework/paper-form', to: '/teacher/homework/index' },
  // Of an exam's resource area two pages are also asked for without the folder.
  { from: '/teacher/exam/prof', to: '/teacher/exam/paper/prof' },
  { from: '/teacher/exam/category', to: '/teacher/exam/paper/category' },
  ...toIndexes(laterRows),
];
