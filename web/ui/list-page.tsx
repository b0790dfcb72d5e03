import type { ReactNode } from 'react';
import { PageHeader } from './page-header.tsx';

interface ListPageProps {
  title: ReactNode;
  /** Buttons at the right, the main one last. */
  actions?: ReactNode;
  /** Figures above the list, the `DataList`, a sheet that shows one row. */
  children: ReactNode;
}

/** A page that is a list: as high as the window, so that the rows scroll under their heading and the paging stays in sight. What stands above the list keeps its height. */
export function ListPage({ title, actions, children }: ListPageProps) {
  return (
    <div className="flex h-full flex-col gap-3.5 *:shrink-0 print:block [&>section:last-of-type]:min-h-80 [&>section:last-of-type]:shrink">
      <PageHeader title={title} actions={actions} />
      {children}
    </div>
  );
}
