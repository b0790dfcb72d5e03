import { useEffect, useMemo, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { sanitiseShownHtml } from '../../lib/sanitise-html.ts';
import { nameMedia, showMedia } from './shown-media.ts';

interface RichTextProps {
  html: string;
  className?: string;
  /** Render as inline text, for a table cell. */
  inline?: boolean;
}

/** Shows HTML from the bank. The formula engine is a chunk of its own, loaded when a formula occurs. */
export function RichText({ html, className, inline = false }: RichTextProps) {
  const { t } = useTranslation('ui');
  const clean = useMemo(() => {
    const words = {
      inline: { audio: t('soundInLine'), video: t('filmInLine') },
      paper: { audio: t('soundOnPaper'), video: t('filmOnPaper') },
      limit: (count: number) => t('playLimitShown', { count }),
    };
    return (inline ? nameMedia : showMedia)(sanitiseShownHtml(html), words);
  }, [html, inline, t]);
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
