import type { ReactNode } from 'react';
import { PageHeader } from '../page-header.tsx';

interface ListPageProps {
  title: ReactNode;
  /** Buttons at the right, the main one last. */
  actions?: ReactNode;
  /** Figures above the list, the `DataList`, and a sheet that shows one row. */
  children: ReactNode;
}

/**
 * Renders the layout of a page with a list. It fills the window, so that the rows scroll under their heading and the paging stays in view. Content
 * above the list keeps its height.
 */
export function ListPage({ title, actions, children }: ListPageProps) {
  return (
    <div className="flex h-full flex-col gap-3.5 *:shrink-0 print:block [&>section:last-of-type]:min-h-80 [&>section:last-of-type]:shrink">
      <PageHeader title={title} actions={actions} />
      {children}
    </div>
  );
}
