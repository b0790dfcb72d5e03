import { describe, expect, it } from 'vitest';
import { contract } from '../../sync/contract/index.ts';
import type { CallSpec } from '../../sync/contract/call.ts';
import { roles, userTypes } from '../../sync/contract/roles.ts';
import { markedPath, sidebarMenu } from './layouts/sidebar-menu.ts';
import { routeRows } from './routes.ts';

const specs = new Map<string, CallSpec>(
  Object.values(contract).flatMap((calls) => Object.values(calls).map((spec: CallSpec & { path: string }) => [spec.path, spec] as const)),
);

describe('the route table', () => {
  it('has every path once', () => {
    const paths = routeRows.map((row) => row.path);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  });

  it('lets every role of a page make every call the page needs', () => {
    const refused = routeRows.flatMap((row) =>
      row.calls.flatMap((path) => {
        const access = specs.get(path)?.access;
        const pageRoles = row.access === 'public' ? roles : row.access;
        if (access === undefined) return [`${row.path}: no call ${path}`];
        if (access === 'public' || access === 'ticket' || access === 'signedIn') return [];
        return pageRoles.filter((role) => !access.includes(role)).map((role) => `${row.path}: ${role} may not call ${path}`);
      }),
    );
    expect(refused).toEqual([]);
  });

  it('leads every page up to one that exists, and to one the same roles may see', () => {
    for (const row of routeRows) {
      if (row.under === undefined) continue;
      const above = routeRows.find((other) => other.path === row.under);
      expect([row.path, above?.access]).toEqual([row.path, row.access]);
    }
  });
});

describe('the sidebar', () => {
  it('shows nobody what they may not enter', () => {
    for (const role of roles) {
      const rows = sidebarMenu([role]).flatMap((entry) => (entry.kind === 'page' ? [entry.row] : entry.rows));
      expect(rows.every((row) => row.access !== 'public' && row.access.includes(role))).toBe(true);
    }
  });

  it('groups a teacher’s exam pages and keeps an examinee’s apart', () => {
    expect(sidebarMenu(['teacher']).map((entry) => (entry.kind === 'page' ? entry.row.path : entry.group))).toEqual([
      '/teacher/home/index',
      'exam',
    ]);
    const examinee = sidebarMenu(['examUser']).flatMap((entry) =>
      entry.kind === 'page' ? [entry.row.path] : entry.rows.map((row) => row.path),
    );
    expect(examinee).toContain('/student/home/index');
    expect(examinee.some((path) => path.startsWith('/teacher'))).toBe(false);
  });

  it('marks the page above one that does not stand there', () => {
    const row = routeRows.find((each) => each.path === '/teacher/exam/exam-plan/score/:planId');
    expect(markedPath(row)).toBe('/teacher/exam/exam-plan');
  });
});

it('has the landing page of everybody this issue builds pages for', () => {
  for (const type of [2, 3, 6, 7, 8] as const) expect(routeRows.map((row) => row.path)).toContain(userTypes[type].landing);
});
