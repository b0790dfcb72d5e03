import { describe, expect, it } from 'vitest';
import { roles, type Role } from '../../../sync/contract/roles.ts';
import { canEnterRoute } from '../routes/route-access.ts';
import { routeRows } from '../routes.ts';
import type { RouteRow } from '../routes/route-row.ts';
import { getMarkedPath, listMenuPages, buildSidebarMenu, listTitleBarRows, type MenuNode } from './sidebar-menu.ts';

const row = (path: string, more: Partial<RouteRow> = {}): RouteRow => ({
  path,
  access: ['teacher'],
  layout: 'admin',
  sidebar: true,
  texts: [],
  page: async () => () => null,
  ...more,
});

/** The menu as nested lists: the name of a page, or the name of a group with its entries. */
type Outline = string | readonly [string, readonly Outline[]];
const outline = (nodes: readonly MenuNode[]): Outline[] =>
  nodes.map((node) => {
    if (node.kind === 'group') return [node.key, outline(node.children)] as const;
    return node.kind === 'page' ? node.row.path : node.link.href;
  });

const groups = {
  exam: { clickable: true },
  organise: { under: 'exam', clickable: false },
  system: { clickable: false, alwaysShow: true },
} as const;

describe('sidebar menu', () => {
  it('contains only pages that the role may enter', () => {
    for (const role of roles) {
      expect(listMenuPages(buildSidebarMenu([role])).every((page) => page.access !== 'public' && canEnterRoute(page.access, [role]))).toBe(
        true,
      );
    }
  });

  it('keeps pages that one of the roles may enter, at every depth, and drops empty groups', () => {
    const rows = [
      row('/a'),
      row('/b', { group: 'exam' }),
      row('/c', { group: 'organise' }),
      row('/d', { group: 'organise', access: 'signedIn' }),
      row('/e', { group: 'system', access: ['system', 'db'] }),
    ];
    const table = { rows, links: [], groups };
    expect(outline(buildSidebarMenu(['teacher'], table))).toEqual(['/a', ['exam', ['/b', ['organise', ['/c', '/d']]]]]);
    expect(outline(buildSidebarMenu(['db', 'marker'], table))).toEqual(['/d', ['system', ['/e']]]);
    expect(outline(buildSidebarMenu([], { ...table, rows: rows.slice(0, 3) }))).toEqual([]);
  });

  it('replaces a group by its only page, unless the group is always shown', () => {
    const rows = [row('/b', { group: 'exam' }), row('/e', { group: 'system' })];
    expect(outline(buildSidebarMenu(['teacher'], { rows, links: [], groups }))).toEqual(['/b', ['system', ['/e']]]);
  });

  it('leaves hidden pages out and includes links to other addresses', () => {
    const hidden: RouteRow = { ...row('/hidden') };
    delete (hidden as { sidebar?: true }).sidebar;
    const links = [{ href: '/elsewhere', title: ['别处', 'Elsewhere'], access: ['teacher'], group: 'exam' }] as const;
    const rows = [hidden, row('/here', { sidebar: 'here' }), row('/b', { group: 'exam' })];
    expect(outline(buildSidebarMenu(['teacher'], { rows, links, groups }))).toEqual([['exam', ['/b', '/elsewhere']]]);
    expect(buildSidebarMenu(['marker'], { rows, links, groups })).toEqual([]);
  });

  it('contains no staff pages for an examinee', () => {
    expect(listMenuPages(buildSidebarMenu(['examUser'])).some(({ path }) => path.startsWith('/teacher'))).toBe(false);
    expect(listMenuPages(buildSidebarMenu(['examUser'])).map(({ path }) => path)).not.toContain('/student/homework/index');
    expect(outline(buildSidebarMenu(['teacher']))[0]).toBe('/teacher/home/index');
  });

  it('marks the parent of a page that is not in the menu', () => {
    expect(getMarkedPath(routeRows.find((each) => each.path === '/teacher/exam/exam-plan/score/:planId'))).toBe('/teacher/exam/exam-plan');
  });
});

describe('title bar of a feature', () => {
  it('shows the page of a question bank only on that page', () => {
    const bank = routeRows.find((each) => each.path === '/question/List/:id');
    const paths = (current: RouteRow | undefined) => listTitleBarRows('question', ['question'], current).map(({ path }) => path);
    expect(paths(undefined)).toEqual(['/question/index', '/question/profs']);
    expect(paths(bank)).toEqual(['/question/index', '/question/profs', '/question/List/:id']);
  });

  it('shows applicants their form, and reviewers their home page and the list', () => {
    const shown = (role: Role) => listTitleBarRows('enroll', [role], undefined).map(({ path }) => path);
    expect([shown('enrollUser'), shown('enrollAdmin')]).toEqual([['/enroll/main'], ['/enroll/index', '/enroll/list']]);
  });
});
