import { useEffect, useMemo, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { sanitiseShownHtml } from '../../lib/sanitise-html.ts';

interface RichTextProps {
  html: string;
  className?: string;
  /** Render as inline text, for a table cell. */
  inline?: boolean;
}

/** Shows HTML from the bank. The formula engine is a chunk of its own, loaded when a formula occurs. */
export function RichText({ html, className, inline = false }: RichTextProps) {
  const clean = useMemo(() => sanitiseShownHtml(html), [html]);
  const [rendered, setRendered] = useState<{ readonly of: string; readonly html: string } | null>(null);
  useEffect(() => {
    if (!clean.includes('$')) return undefined;
    let wanted = true;
    void import('../../lib/latex.ts').then(({ renderLatex: renderFormulas }) => {
      if (wanted) setRendered({ of: clean, html: renderFormulas(clean) });
    });
    return () => {
      wanted = false;
    };
  }, [clean]);
  const shown = rendered?.of === clean ? rendered.html : clean;
  const Tag = inline ? 'span' : 'div';
  // Printing waits for elements with `data-waits`.
  const waits = clean.includes('$') && rendered?.of !== clean;
  return <Tag className={cn('rich', className)} data-waits={waits || undefined} dangerouslySetInnerHTML={{ __html: shown }} />;
}
