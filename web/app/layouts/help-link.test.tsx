import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { roles, type Role } from '../../../sync/contract/roles.ts';
import { createSessionUser, renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { guides } from '../../features/help/guides/all-guides.ts';
import { i18n } from '../../lib/i18n.ts';
import { canEnterRoute } from '../routes/route-access.ts';
import { routeRows } from '../routes.ts';
import type { RouteRow } from '../routes/route-row.ts';
import { findGuideAddress, HelpLink } from './help-link.tsx';

const rowOf = (path: string): RouteRow | undefined => routeRows.find((row) => row.path === path);

it.each<[path: string, address: string, ...roles: Role[]]>([
  ['/student/home/index', '/help/examinee', 'examUser'],
  ['/student/homework/index', '/help/examinee', 'student'],
  ['/invigilator/exam/index', '/help/invigilator', 'teacher', 'invigilator'],
  ['/marker/exam/index', '/help/marker', 'teacher', 'marker'],
  ['/teacher/home/index', '/help/teacher', 'teacher'],
  ['/teacher/home/index', '/help/school', 'school'],
  ['/teacher/exam/exam-plan', '/help/school#exam', 'school'],
  ['/teacher/homework/user', '/help/teacher#homework', 'school'],
  ['/teacher/exam/exam-place', '/help/school#organise', 'teacher'],
  ['/system/index', '/help/it#system', 'system', 'db'],
  ['/enroll/index', '/help/enrolment', 'enrollAdmin'],
  ['/enroll/main', '/help/applicant', 'enrollUser'],
  ['/question/profs', '/help/bank', 'question'],
  ['/question/recognizes', '/help/bank#bank', 'admin'],
])('the help link of %s leads to %s for the roles %s %s', (path, address, ...held) => {
  expect(findGuideAddress(rowOf(path), held)).toBe(address);
});

it('the help link of every page leads each role to an existing guide', () => {
  const addresses = routeRows.flatMap((row) =>
    roles.filter((role) => canEnterRoute(row.access, [role])).map((role) => findGuideAddress(row, [role]).split('#')[0]),
  );
  expect(new Set(addresses)).toEqual(new Set(['/help', ...guides.map(({ id }) => `/help/${id}`)]));
});

it('the help link opens a new tab, because the page may hold a form or a room', async () => {
  await i18n.load(['app']);
  await renderPage(<HelpLink className="" />, { handle: [rowOf('/teacher/test/user')], person: createSessionUser('teacher') });
  const link = screen.getByRole('link', { name: 'Help' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/help/teacher#test', '_blank']);
});
