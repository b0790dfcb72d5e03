import DOMPurify from 'dompurify';

/** Rich text as it may be shown. The server sanitises when it saves; this is the second lock on the same door. */
export function sanitiseHtml(html: string): string {
  return DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true, mathMl: true },
    FORBID_TAGS: ['form', 'input', 'button', 'select', 'textarea', 'style', 'iframe', 'audio', 'video'],
    ADD_ATTR: ['data-blank'],
  });
}
