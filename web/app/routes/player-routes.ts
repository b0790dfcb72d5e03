import type { PlayerAddress } from '../../../sync/domain/exams/player-address.ts';
import { examineeRoles, type RouteRow } from './route-row.ts';

const sheet = {
  access: examineeRoles,
  layout: 'plain',
  sitting: true,
} as const satisfies Partial<RouteRow>;
/** Homework and mock tests need a second catalogue of texts, because their wording differs from that of exams. */
const taskSheet = { ...sheet, texts: ['examSitting', 'taskSitting'] } as const satisfies Partial<RouteRow>;

/** Route table rows of the player (answering screen) without the page component, which router and `player.html` load in different ways. */
export const playerRoutes = {
  exam: { ...sheet, path: '/student/exam/item/:planId', title: ['答题', 'Exam paper'], texts: ['examSitting'] },
  test: { ...taskSheet, path: '/student/test/item/:planId', title: ['测试答题', 'Mock test'], under: '/student/test/index' },
  homework: {
    ...taskSheet,
    access: ['student'],
    path: '/student/homework/item/:planId',
    title: ['做作业', 'Do homework'],
    under: '/student/homework/index',
  },
} as const satisfies Record<PlayerAddress['area'], Omit<RouteRow, 'page'>>;
