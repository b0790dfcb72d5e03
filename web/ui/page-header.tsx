import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

interface PageHeaderProps {
  /** Defaults to the page's title in the menu. */
  title?: ReactNode;
  /** Status chips next to the title. */
  titleExtra?: ReactNode;
  /** Buttons at the right, the main one last. */
  actions?: ReactNode;
  description?: ReactNode;
}

export function PageHeader({ title, titleExtra, actions, description }: PageHeaderProps) {
  const pageTitle = usePageTitle();
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="text-xl leading-9 font-[650]">{title ?? pageTitle}</h1>
      {titleExtra}
      {actions !== undefined && <div className="ml-auto flex flex-wrap gap-2.5">{actions}</div>}
      {description !== undefined && <p className="-mt-1.5 w-full text-[13px] text-muted-foreground">{description}</p>}
    </header>
  );
}
