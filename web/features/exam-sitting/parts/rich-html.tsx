import DOMPurify from 'dompurify';
import { memo, useLayoutEffect, useRef, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';

const cleaned = new Map<string, string>();

/**
 * Question text is sanitised when it is saved and again here. Pictures travel inside the sealed paper as data: addresses;
 * anything that would go out to the network is dropped, so that a question can't tell who reads it.
 */
export function safeHtml(html: string): string {
  let safe = cleaned.get(html);
  if (safe === undefined) {
    safe = DOMPurify.sanitize(html, {
      USE_PROFILES: { html: true, mathMl: true },
      FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'a', 'audio', 'video'],
      FORBID_ATTR: ['id', 'name', 'srcset'],
      ALLOWED_URI_REGEXP: /^data:image\/(?:png|jpe?g|gif|webp);base64,/i,
    });
    cleaned.set(html, safe);
  }
  return safe;
}

interface RichHtmlProps {
  html: string;
  className?: string;
  id?: string;
  inline?: boolean;
  /** Pictures become buttons that enlarge (the player listens). */
  zoomable?: boolean;
  ref?: Ref<HTMLDivElement>;
}

export const RichHtml = memo(function RichHtml({ html, className, id, inline = false, zoomable = false, ref }: RichHtmlProps) {
  const { t } = useTranslation('examSitting');
  const own = useRef<HTMLDivElement>(null);
  const label = t('player.zoom');
  useLayoutEffect(() => {
    if (!zoomable) return;
    for (const image of own.current?.querySelectorAll('img') ?? []) {
      image.tabIndex = 0;
      image.setAttribute('role', 'button');
      image.setAttribute('aria-label', image.alt === '' ? label : `${label}：${image.alt}`);
      image.dataset['zoom'] = '';
    }
  }, [html, zoomable, label]);
  const Tag = inline ? 'span' : 'div';
  return (
    <Tag
      id={id}
      ref={(element: HTMLDivElement | null) => {
        own.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      className={cn('rich', className)}
      dangerouslySetInnerHTML={{ __html: safeHtml(html) }}
    />
  );
});
