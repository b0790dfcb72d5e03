import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

interface PanelProps {
  /** Id of the section, so that links on the page can lead to it. */
  id?: string;
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
  bodyClassName?: string;
}

/** Renders a bordered section with an optional heading row. */
export function Panel({ id, title, aside, children, className, bodyClassName }: PanelProps) {
  return (
    <section id={id} className={cn('flex min-h-0 min-w-0 flex-col overflow-hidden rounded-xl border bg-card', className)}>
      {(title !== undefined || aside !== undefined) && (
        <header className="flex min-h-11 items-center justify-between gap-3 border-b px-3.5 py-1.5">
          <h2 className="min-w-0 text-sm font-semibold">{title}</h2>
          {aside}
        </header>
      )}
      <div className={cn('min-h-0 grow', bodyClassName)}>{children}</div>
    </section>
  );
}

export interface Figure {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Renders a row of key figures, as at the top of a paper. */
export function FigureStrip({ figures, className }: { figures: readonly Figure[]; className?: string }) {
  return (
    <dl
      className={cn(
        'num grid grid-cols-2 overflow-hidden rounded-xl border bg-card sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none',
        className,
      )}
    >
      {figures.map((figure, at) => (
        <div key={at} className="-ml-px -mt-px border-t border-l px-4 py-2.5">
          <dt className="text-[13px] leading-snug text-muted-foreground">{figure.label}</dt>
          <dd className="text-xl leading-tight font-bold">
            {figure.value}
            {figure.note !== undefined && <small className="ml-1 text-[13px] font-normal text-muted-foreground">{figure.note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
