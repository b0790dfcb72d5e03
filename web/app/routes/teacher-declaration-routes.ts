import { notYet } from './not-yet.ts';
import { areaProfsPage } from './prof-pages.ts';
import { staff, type RouteRow } from './route-row.ts';

const declaration = { ...notYet, access: staff, layout: 'admin', group: 'declaration' } as const satisfies Partial<RouteRow>;
const page = { ...declaration, under: '/teacher/declaration/index' } as const satisfies Partial<RouteRow>;

export const teacherDeclarationRoutes: readonly RouteRow[] = [
  { ...declaration, path: '/teacher/declaration/index', title: 'declarations', sidebar: true },
  { ...page, path: '/teacher/declaration/paper/create', title: 'declarationCreate' },
  { ...page, path: '/teacher/declaration/paper/create/:id', title: 'declarationEdit' },
  { ...page, ...areaProfsPage, path: '/teacher/declaration/paper/prof', title: 'profs', access: ['admin', 'school'] },
  { ...declaration, path: '/teacher/declaration/paper/category', title: 'declarationCategories', sidebar: true },
  { ...page, path: '/teacher/declaration/paper/build-form', title: 'formDesigner' },
  { ...page, path: '/teacher/declaration/paper/build-form/:id', title: 'formDesigner' },
  { ...declaration, path: '/teacher/declaration/user', title: 'applicants', sidebar: true },
  { ...declaration, path: '/teacher/declaration/student', title: 'declarationStudents', sidebar: true },
];
