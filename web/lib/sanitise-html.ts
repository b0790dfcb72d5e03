import DOMPurify from 'dompurify';
import { linkSchemes, mathAttributes, mathTags, pictureSource, richAttributes, richTags } from '../../sync/contract/rich-text.ts';

const mathNamespace = 'http://www.w3.org/1998/Math/MathML';
const linkAddress = new RegExp(`^(?:(?:${linkSchemes.join('|')}):|[^a-z]|[a-z+.-]+(?:[^a-z+.\\-:]|$))`, 'i');

/** A purifier of our own: its rules must not leak to who needs others. */
const purifier = DOMPurify(window);
purifier.addHook('uponSanitizeAttribute', (node, attribute) => {
  const { attrName, attrValue } = attribute;
  // Looks are the renderer's business, of formulas alone.
  if ((attrName === 'style' || attrName === 'class') && node.namespaceURI !== mathNamespace) attribute.keepAttr = false;
  if (attrName === 'src' && !pictureSource.test(attrValue)) attribute.keepAttr = false;
});

/** Rich text as it may be shown. The server sanitises by the same list when it saves; this is the second lock on the same door. */
export function sanitiseHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...richTags, ...mathTags, '#text'],
    ALLOWED_ATTR: [...new Set([...Object.values(richAttributes).flat(), ...mathAttributes, 'style', 'class'])],
    ALLOWED_URI_REGEXP: linkAddress,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
  });
}
