import { useEffect, useMemo, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { sanitiseShownHtml } from '../../lib/sanitise-html.ts';

interface RichTextProps {
  html: string;
  className?: string;
  /** Render as inline text, for a table cell. */
  inline?: boolean;
}

/** Shows HTML in the form in which the question bank stores it. */
export function RichText({ html, ...look }: RichTextProps) {
  const clean = useMemo(() => sanitiseShownHtml(html), [html]);
  return hasMedia(clean) ? <WithMedia clean={clean} {...look} /> : <Typeset clean={clean} {...look} />;
}

interface CleanProps extends Omit<RichTextProps, 'html'> {
  /** Sanitised HTML. */
  clean: string;
}

/** Adds texts to recordings and films. Most HTML contains none, so only this component waits for the translated texts. */
function WithMedia({ clean, inline = false, ...look }: CleanProps) {
  const { t } = useTranslation('words');
  const htmlWithMedia = (inline ? nameMedia : showMedia)(clean, {
    inline: { audio: t('media.soundInLine'), video: t('media.filmInLine') },
    paper: { audio: t('media.soundOnPaper'), video: t('media.filmOnPaper') },
    limit: (count) => t('media.limitShown', { count }),
  });
  return <Typeset clean={htmlWithMedia} inline={inline} {...look} />;
}

/** Sets the formulas. The formula engine is a chunk of its own, loaded when a formula occurs. */
function Typeset({ clean, className, inline = false }: CleanProps) {
  const [rendered, setRendered] = useState<{ readonly source: string; readonly html: string } | null>(null);
  useEffect(() => {
    if (!clean.includes('$')) return undefined;
    let isCurrent = true;
    void import('./latex.ts').then(({ renderLatex }) => {
      if (isCurrent) setRendered({ source: clean, html: renderLatex(clean) });
    });
    return () => {
      isCurrent = false;
    };
  }, [clean]);
  const shownHtml = rendered?.source === clean ? rendered.html : clean;
  const Tag = inline ? 'span' : 'div';
  // Printing waits for elements with `data-waits`.
  const isRendering = clean.includes('$') && rendered?.source !== clean;
  return <Tag className={cn('rich', className)} data-waits={isRendering || undefined} dangerouslySetInnerHTML={{ __html: shownHtml }} />;
}

/** Texts for recordings and films that are shown outside the page on which an exam is sat. */
interface MediaTexts {
  /** Text in place of the recording or film in a single line, by tag name. */
  readonly inline: Readonly<Record<string, string>>;
  /** Text in place of the recording or film on paper, by tag name. */
  readonly paper: Readonly<Record<string, string>>;
  readonly limit: (plays: number) => string;
}

const element = /<(audio|video)\b([^>]*)>(?:<\/\1>)?/g;

const hasMedia = (html: string): boolean => /<(?:audio|video)\b/.test(html);

/** Replaces recordings and films in sanitised HTML by a short text, for a single line. */
const nameMedia = (html: string, { inline }: MediaTexts): string => html.replace(element, (_, tag: string) => inline[tag] ?? '');

/**
 * Gives recordings and films in sanitised HTML the browser's controls and states their play limit, which only the player of an exam enforces. On
 * paper a text replaces them (`theme.css`).
 */
const showMedia = (html: string, { paper, limit }: MediaTexts): string =>
  html.replace(element, (_, tag: string, attributes: string) => {
    const plays = /data-plays="([1-9])"/.exec(attributes)?.[1];
    const note = plays === undefined ? '' : `<small>${limit(Number(plays))}</small>`;
    return `<span class="rich-media"><${tag}${attributes} controls preload="metadata"></${tag}>${note}<span>${paper[tag]}</span></span>`;
  });
