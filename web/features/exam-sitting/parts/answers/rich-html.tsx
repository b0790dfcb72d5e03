import DOMPurify from 'dompurify';
import { memo, useLayoutEffect, useRef, type Ref } from 'react';
import { cn } from '../../../../lib/cn.ts';
import { pictureClass } from '../../../../ui/entity/question-look.ts';

const cleaned = new Map<string, string>();
const addressed = new Set(['src', 'href', 'xlink:href', 'poster', 'background']);
const embedded = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i;

/** A separate purifier instance, so that its rule about addresses does not affect other pages. */
const purifier = DOMPurify(window);
// Configured once: DOMPurify parses a configuration again if it is passed with each call.
purifier.setConfig({
  USE_PROFILES: { html: true, mathMl: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'a', 'audio', 'video'],
  FORBID_ATTR: ['id', 'name', 'srcset'],
});
purifier.addHook('uponSanitizeAttribute', (_node, attribute) => {
  if (addressed.has(attribute.attrName) && !embedded.test(attribute.attrValue)) attribute.keepAttr = false;
});

/**
 * Sanitises question text, which was also sanitised when it was saved. Pictures are data addresses within the sealed paper. All network addresses
 * are removed, so that a question cannot reveal its readers.
 */
function safeHtml(html: string): string {
  // Without these characters, the text contains no markup.
  if (!/[<&]/.test(html)) return html;
  let safe = cleaned.get(html);
  if (safe === undefined) {
    safe = purifier.sanitize(html);
    cleaned.set(html, safe);
  }
  return safe;
}

/** Sanitises a text in advance and caches it, so that the next question appears without delay. */
export const prepareHtml = (html: string): void => void safeHtml(html);

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
  zoomLabel?: string;
  ref?: Ref<HTMLDivElement>;
}

/** Renders sanitised question text. */
export const RichHtml = memo(function RichHtml({ html, className, id, inline = false, zoomLabel, ref }: RichHtmlProps) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (zoomLabel === undefined) return;
    for (const image of own.current?.querySelectorAll('img') ?? []) {
      image.tabIndex = 0;
      image.setAttribute('role', 'button');
      image.setAttribute('aria-label', image.alt === '' ? zoomLabel : `${zoomLabel}：${image.alt}`);
      image.dataset['zoom'] = '';
    }
  }, [html, zoomLabel]);
  const Tag = inline ? 'span' : 'div';
  return (
    <Tag
      id={id}
      ref={(element: HTMLDivElement | null) => {
        own.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      className={cn('rich', zoomLabel !== undefined && zoomLook, className)}
      dangerouslySetInnerHTML={{ __html: safeHtml(html) }}
    />
  );
});
