import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../lib/cn.ts';
import { Button } from './button.tsx';

interface PrintLayoutProps {
  /** The school, as on its letters. */
  school: { readonly title: string; readonly logo?: string };
  title: ReactNode;
  /** Under the title: batch, room, date. */
  subtitle?: ReactNode;
  /** Only on the screen: settings of the print. */
  actions?: ReactNode;
  orientation?: 'portrait' | 'landscape';
  /** `PrintPage`s, or one flow that breaks by itself. */
  children: ReactNode;
}

/** What goes on A4: on the screen it shows as the sheets will, on paper without anything around them. */
export function PrintLayout({ school, title, subtitle, actions, orientation = 'portrait', children }: PrintLayoutProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="print-root">
      <style>{`@page { size: A4 ${orientation}; margin: 14mm 14mm 16mm; }`}</style>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2 print:hidden">
        {actions}
        <Button variant="primary" onClick={() => window.print()}>
          <Printer aria-hidden />
          {t('printNow')}
        </Button>
      </div>
      <article className={cn('print-sheet', orientation === 'landscape' && 'print-landscape')}>
        <header className="mb-4 border-b-2 border-current pb-2 text-center">
          <div className="flex items-center justify-center gap-2.5">
            {school.logo !== undefined && school.logo !== '' && <img src={school.logo} alt="" className="h-9" />}
            <p className="font-serif text-lg font-semibold">{school.title}</p>
          </div>
          <h1 className="mt-1 text-xl font-bold">{title}</h1>
          {subtitle !== undefined && <p className="num mt-1 text-[13px]">{subtitle}</p>}
        </header>
        {children}
      </article>
    </div>
  );
}

/** Begins on a sheet of its own, but for the first. */
export function PrintPage({ children, className }: { children: ReactNode; className?: string }) {
  return <section className={cn('print-page', className)}>{children}</section>;
}

/** Stays in one piece where it fits on a sheet: a question, a row of seats, a ticket. */
export function PrintBlock({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('break-inside-avoid', className)}>{children}</div>;
}
