import DOMPurify from 'dompurify';
import { memo, useLayoutEffect, useRef, type Ref } from 'react';
import { cn } from '../../../lib/cn.ts';
import { pictureLook } from '../../../ui/question-look.ts';

const cleaned = new Map<string, string>();
const addressed = new Set(['src', 'href', 'xlink:href', 'poster', 'background']);
const embedded = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i;

/** A purifier of our own: its rule about addresses must not leak into other pages. */
const purifier = DOMPurify(window);
// Set once: given with each text, it would be read anew each time.
purifier.setConfig({
  USE_PROFILES: { html: true, mathMl: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'a', 'audio', 'video'],
  FORBID_ATTR: ['id', 'name', 'srcset'],
});
purifier.addHook('uponSanitizeAttribute', (_node, attribute) => {
  if (addressed.has(attribute.attrName) && !embedded.test(attribute.attrValue)) attribute.keepAttr = false;
});

/**
 * Question text is sanitised when it is saved and again here. Pictures travel inside the sealed paper as data: addresses;
 * anything that would go out to the network is dropped, so that a question can't tell who reads it.
 */
function safeHtml(html: string): string {
  // Without either of these there is nothing in it but text.
  if (!/[<&]/.test(html)) return html;
  let safe = cleaned.get(html);
  if (safe === undefined) {
    safe = purifier.sanitize(html);
    cleaned.set(html, safe);
  }
  return safe;
}

/** Sanitises ahead of time, so that the next question need not wait for it. */
export const prepareHtml = (html: string): void => void safeHtml(html);

// It can be enlarged.
const zoomLook = `${pictureLook} [&_img]:cursor-zoom-in`;

interface RichHtmlProps {
  html: string;
  className?: string;
  id?: string;
  inline?: boolean;
  /** Pictures become buttons of this name, which enlarge (the player listens). Five texts a question: none looks a word up by itself. */
  zoomLabel?: string;
  ref?: Ref<HTMLDivElement>;
}

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
