import { memo, useLayoutEffect, useRef } from 'react';
import { cn } from '../../../../lib/cn.ts';
import { pictureClass } from '../../../../entities/question/question-look.ts';
import { checkPaperHtml } from '../../model/paper-html.ts';
import { addLabel } from '../../../../lib/punctuation.ts';

const checked = new Map<string, string>();

/** Checks question text, which the server sanitised before it sealed the paper. */
function getSafeHtml(html: string): string {
  // Without these characters, the text contains no markup.
  if (!/[<&]/.test(html)) return html;
  let safe = checked.get(html);
  if (safe === undefined) {
    safe = checkPaperHtml(html);
    checked.set(html, safe);
  }
  return safe;
}

/** Checks a text in advance and caches it, so that the next question appears without delay. */
export const prepareHtml = (html: string): void => void getSafeHtml(html);

// The cursor shows that pictures can be enlarged.
const zoomLook = `${pictureClass} [&_img]:cursor-zoom-in`;

interface RichHtmlProps {
  html: string;
  className?: string;
  id?: string;
  inline?: boolean;
  /**
   * Makes pictures buttons with this label, which open the enlarged picture (the player handles the click). The label is passed in, because a
   * question has about five texts and each translation hook costs time.
   */
  zoomLabel?: string | undefined;
}

/** Renders question text, or only its words if the check refuses it. */
export const RichHtml = memo(function RichHtml({ html, className, id, inline = false, zoomLabel }: RichHtmlProps) {
  const own = useRef<HTMLDivElement & HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (zoomLabel === undefined) return;
    for (const image of own.current?.querySelectorAll('img') ?? []) {
      image.tabIndex = 0;
      image.setAttribute('role', 'button');
      image.setAttribute('aria-label', image.alt === '' ? zoomLabel : addLabel(zoomLabel, image.alt));
      image.dataset['zoom'] = '';
    }
  }, [html, zoomLabel]);
  const Tag = inline ? 'span' : 'div';
  return (
    <Tag
      id={id}
      ref={own}
      className={cn('rich', zoomLabel !== undefined && zoomLook, className)}
      dangerouslySetInnerHTML={{ __html: getSafeHtml(html) }}
    />
  );
});
