import { notYet } from './not-yet.ts';
import type { RouteRow } from './route-row.ts';

const enroll = { ...notYet, layout: 'enroll' } as const satisfies Partial<RouteRow>;

export const enrollRoutes: readonly RouteRow[] = [
  { ...enroll, path: '/enroll/main', title: 'enrollForm', access: ['enrollUser'], sidebar: true },
  { ...enroll, path: '/enroll/index', title: 'enrollHome', access: ['enrollAdmin'], sidebar: true },
  { ...enroll, path: '/enroll/list', title: 'enrollBank', access: ['enrollAdmin'], sidebar: 'here', under: '/enroll/index' },
];
