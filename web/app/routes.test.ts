import { describe, expect, it } from 'vitest';
import { roles, userTypes } from '../../sync/contract/roles.ts';
import { canEnterRoute } from './routes/route-access.ts';
import { firstRedirects } from './first-routes.ts';
import { laterRedirects, routeRows } from './routes.ts';

describe('route table', () => {
  it('has at most one page at a path for each role', () => {
    const visitors = [...roles, 'nobody'] as const;
    const doubled = visitors.flatMap((role) => {
      const paths = routeRows
        .filter((row) => (role === 'nobody' ? row.access === 'public' : canEnterRoute(row.access, [role])))
        .map((row) => row.path.toLowerCase());
      return paths.filter((path, at) => paths.indexOf(path) !== at).map((path) => `${role}: ${path}`);
    });
    expect(doubled).toEqual([]);
  });

  it('redirects only from unknown addresses, and only to existing pages', () => {
    const paths = routeRows.map((row) => row.path);
    const redirects = [...firstRedirects, ...laterRedirects];
    expect(redirects.filter(({ from, to }) => paths.includes(from) || !paths.includes(to))).toEqual([]);
    expect(redirects).toContainEqual({ from: '/home', to: '/home/index' });
  });

  it('marks every form of a school as writing, which closes the form to the read-only leader', () => {
    const forms = routeRows.filter((row) => /\/(create|import)(\/|$)/.test(row.path) && row.under !== undefined);
    expect(forms.length).toBeGreaterThan(10);
    expect(forms.filter((row) => row.access.includes('school') && row.writes !== true).map((row) => row.path)).toEqual([]);
    expect(routeRows.filter((row) => row.writes === true && row.under === undefined).map((row) => row.path)).toEqual([]);
  });

  it('gives every page an existing parent page that shares a role with the page', () => {
    const lost = routeRows.filter(
      (row) =>
        row.under !== undefined &&
        !routeRows.some(
          (above) =>
            above.path === row.under && roles.some((role) => canEnterRoute(above.access, [role]) && canEnterRoute(row.access, [role])),
        ),
    );
    expect(lost.map((row) => row.path)).toEqual([]);
  });
});

it('has the landing page of every user type, and lets the user type enter', () => {
  for (const type of Object.values(userTypes)) {
    const row = routeRows.find((each) => each.path === type.landing && canEnterRoute(each.access, type.roles));
    expect([type.name, row?.path]).toEqual([type.name, type.landing]);
  }
});
