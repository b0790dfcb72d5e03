import { useAtomValue } from 'jotai';
import { lazy, Suspense, type ComponentType } from 'react';
import { Outlet } from 'react-router-dom';
import type { Role } from '../../../sync/contract/roles.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { useCurrentRoute } from '../routes/current-route.ts';
import type { RouteRow } from '../routes/route-row.ts';

type LayoutName = Exclude<RouteRow['layout'], 'own'>;

const chunks = {
  admin: async () => (await import('./admin-layout.tsx')).AdminLayout,
  question: async () => (await import('./title-bar-layout.tsx')).QuestionLayout,
  enroll: async () => (await import('./title-bar-layout.tsx')).EnrollLayout,
} as const;

const createLazyLayout = (chunk: () => Promise<ComponentType>) => lazy(async () => ({ default: await chunk() }));
const layouts: Record<LayoutName, ComponentType> = {
  plain: Outlet,
  admin: createLazyLayout(chunks.admin),
  question: createLazyLayout(chunks.question),
  enroll: createLazyLayout(chunks.enroll),
};

/** Loads the chunk of a page's layout along with the page, so that the page is not rendered first without its layout. */
export async function loadLayouts({ layout }: RouteRow): Promise<void> {
  const needed = layout === 'own' ? Object.values(chunks) : layout === 'plain' ? [] : [chunks[layout]];
  await Promise.all(needed.map((chunk) => chunk()));
}

const chooseLayout = (roles: readonly Role[]): LayoutName => {
  if (roles.includes('question')) return 'question';
  return roles.includes('enrollAdmin') || roles.includes('enrollUser') ? 'enroll' : 'admin';
};

/** Renders the layout around a page. Pages of the same layout share its instance while the user navigates. */
export function PageLayout() {
  const row = useCurrentRoute();
  const user = useAtomValue(sessionUserAtom);
  const name = row?.layout === 'own' ? chooseLayout(user?.roles ?? []) : (row?.layout ?? 'plain');
  const Layout = layouts[name];
  return (
    <Suspense>
      <Layout />
    </Suspense>
  );
}
