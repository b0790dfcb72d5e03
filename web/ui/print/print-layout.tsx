import { Printer } from 'lucide-react';
import { type ReactNode, useRef, useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import { Button } from '../primitives/button.tsx';
import { createPortal } from 'react-dom';

interface PrintLayoutProps {
  /** School named in the letterhead. */
  school: { readonly title: string; readonly logo?: string };
  title: ReactNode;
  /** Shown next to the title, for example the paper's variant. */
  badge?: ReactNode;
  /** Shown under the title: batch, room, date. */
  subtitle?: ReactNode;
  /** Text at the foot of every sheet, next to the page number. */
  footer?: string;
  /**
   * Margin at the left edge of a paper, sealed so that markers do not see the name (密封线): `line` on every sheet, `fields` for the name on the first.
   */
  strip?: { readonly line: ReactNode; readonly fields: ReactNode };
  /** Print settings, shown only on the screen. */
  actions?: ReactNode;
  orientation?: 'portrait' | 'landscape';
  /** Says why there is nothing to print; shown in place of the sheets. */
  nothing?: ReactNode;
  /** Omits the heading, because each sheet has one of its own. */
  headless?: true;
  /** `PrintPage`s, or continuous content with automatic page breaks. */
  children: ReactNode;
}

/** Renders the layout for A4 prints with page numbers. The screen shows the sheets as they will be printed; paper gets nothing else of the page. */
export function PrintLayout(props: PrintLayoutProps) {
  const { school, title, badge, subtitle, footer = '', strip, actions, orientation = 'portrait', headless, nothing, children } = props;
  const { t } = useTranslation('ui');
  const sheet = useRef<HTMLElement>(null);
  const print = async () => {
    // Wait for pictures and formulas: paper would show an empty frame or the formula's source.
    const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])];
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    for (let frame = 0; frame < longestWaitFrames && sheet.current?.querySelector('[data-waits]') != null; frame += 1)
      await new Promise(requestAnimationFrame);
    window.print();
  };
  const numbers = formatPageNumberContent(t('printPageOf', { page: pageMark, pages: pagesMark }), pageMark, pagesMark);
  return (
    <div className="print-root">
      <style>{`@page { size: A4 ${orientation}; margin: 13mm 14mm 17mm ${strip === undefined ? '14mm' : '8mm'};
        @bottom-left { content: ${formatCssString(footer)}; font-size: 8.5pt; }
        @bottom-right { content: ${numbers}; font-size: 8.5pt; } }`}</style>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2 print:hidden">
        {actions}
        <Button variant="primary" disabled={nothing !== undefined} onClick={() => void print()}>
          <Printer aria-hidden />
          {t('printNow')}
        </Button>
      </div>
      {nothing ?? (
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
      )}
    </div>
  );
}

/** Longest wait for the formulas, in animation frames: about five seconds. Without a network the formula engine may never load. */
const longestWaitFrames = 300;

/** Placeholders for the page number and the number of pages while the sentence with both, such as "Page 1 of 8", is translated. */
const pageMark = '\u0001';
const pagesMark = '\u0002';

/** Puts its content on a new sheet of paper; the first `PrintPage` starts on the first sheet. */
export function PrintPage({ children, className }: { children: ReactNode; className?: string }) {
  return <section className={cn('print-page', className)}>{children}</section>;
}

/** Keeps its content on one sheet if it fits: a question, a row of seats, a ticket. */
export function PrintBlock({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('break-inside-avoid', className)}>{children}</div>;
}

/** Prints its children without the rest of the page, once they are rendered. Calls `onDone` when the browser's print dialog has closed. */
export function PrintOnly({ children, onDone }: { children: ReactNode; onDone: () => void }) {
  // Call the latest `onDone`. A new callback must not print again.
  const done = useEffectEvent(() => onDone());
  useEffect(() => {
    const closed = () => done();
    window.addEventListener('afterprint', closed);
    // Print after the next paint, because the print dialog blocks the page.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', closed);
    };
  }, []);
  return createPortal(<div className="print-alone">{children}</div>, document.body);
}

/** Converts a text to a CSS string. Escapes every character that could end the string or the style sheet. */
export const formatCssString = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} .,:;·、。，（）()-]/gu, (char) => `\\${(char.codePointAt(0) ?? 32).toString(16)} `)}"`;

/** Builds the `content` of a page margin box, for example "第 1 页 / 共 8 页": replaces the two marks by CSS page counters. */
export const formatPageNumberContent = (sentence: string, pageMark: string, pagesMark: string): string =>
  sentence
    .split(new RegExp(`([${pageMark}${pagesMark}])`, 'u'))
    .filter((part) => part !== '')
    .map((part) => (part === pageMark ? 'counter(page)' : part === pagesMark ? 'counter(pages)' : formatCssString(part)))
    .join(' ');
