import { Printer } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { cn } from '../lib/cn.ts';
import { Button } from './button.tsx';
import { cssString, pageNumberContent } from './print-style.ts';

interface PrintLayoutProps {
  /** The school, as on its letters. */
  school: { readonly title: string; readonly logo?: string };
  title: ReactNode;
  /** Beside the title: which variant. */
  badge?: ReactNode;
  /** Under the title: batch, room, date. */
  subtitle?: ReactNode;
  /** At the foot of every sheet, beside its number. */
  footer?: string;
  /** Left of the text, from top to bottom: `line` on every sheet, `fields` on the first. */
  strip?: { readonly line: ReactNode; readonly fields: ReactNode };
  /** Only on the screen: settings of the print. */
  actions?: ReactNode;
  orientation?: 'portrait' | 'landscape';
  /** Each sheet has a head of its own. */
  headless?: true;
  /** `PrintPage`s, or one flow that breaks by itself. */
  children: ReactNode;
}

/** What goes on A4: on the screen it shows as the sheets will, on paper without anything around them, each sheet numbered. */
export function PrintLayout(props: PrintLayoutProps) {
  const { school, title, badge, subtitle, footer = '', strip, actions, orientation = 'portrait', headless, children } = props;
  const { t } = useTranslation('ui');
  const sheet = useRef<HTMLElement>(null);
  const print = async () => {
    // A picture that is still on its way would be an empty frame on paper, a formula its source.
    const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])];
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    for (let frame = 0; frame < longestWaitFrames && sheet.current?.querySelector('[data-waits]') != null; frame += 1)
      await new Promise(requestAnimationFrame);
    window.print();
  };
  const numbers = pageNumberContent(t('printPageOf', { page: pageMark, pages: pagesMark }), pageMark, pagesMark);
  return (
    <div className="print-root">
      <style>{`@page { size: A4 ${orientation}; margin: 13mm 14mm 17mm ${strip === undefined ? '14mm' : '8mm'};
        @bottom-left { content: ${cssString(footer)}; font-size: 8.5pt; }
        @bottom-right { content: ${numbers}; font-size: 8.5pt; } }`}</style>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2 print:hidden">
        {actions}
        <Button variant="primary" onClick={() => void print()}>
          <Printer aria-hidden />
          {t('printNow')}
        </Button>
      </div>
      <article
        ref={sheet}
        className={cn('print-sheet', orientation === 'landscape' && 'print-landscape', strip !== undefined && 'print-stripped')}
      >
        {strip !== undefined && (
          <>
            <div className="print-strip">{strip.fields}</div>
            <div className="print-strip print-strip-each">{strip.line}</div>
          </>
        )}
        {headless !== true && (
          <header className="mb-3 border-b-2 border-current pb-2 text-center">
            <div className="flex items-center justify-center gap-2.5">
              {school.logo !== undefined && school.logo !== '' && <img src={school.logo} alt="" className="h-9" />}
              <p className="font-serif text-lg font-semibold">{school.title}</p>
            </div>
            <h1 className="mt-1 text-xl font-bold">
              {title}
              {badge !== undefined && <span className="ml-3 inline-block border-2 border-current px-2 leading-7">{badge}</span>}
            </h1>
            {subtitle !== undefined && <p className="num mt-1 text-[13px]">{subtitle}</p>}
          </header>
        )}
        {children}
      </article>
    </div>
  );
}

/** About five seconds: the formula engine may not come at all where the network is away. */
const longestWaitFrames = 300;

/** Stand for the numbers while the sentence around them is made. */
const pageMark = '\u0001';
const pagesMark = '\u0002';

/** Begins on a sheet of its own, but for the first. */
export function PrintPage({ children, className }: { children: ReactNode; className?: string }) {
  return <section className={cn('print-page', className)}>{children}</section>;
}

/** Stays in one piece where it fits on a sheet: a question, a row of seats, a ticket. */
export function PrintBlock({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('break-inside-avoid', className)}>{children}</div>;
}
