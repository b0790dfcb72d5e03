import { mediaAttributes, mediaSource, mediaTags } from '../../sync/contract/platform/rich-media.ts';
import DOMPurify from 'dompurify';
import { linkSchemes, mathAttributes, mathTags, pictureSource, richAttributes, richTags } from '../../sync/contract/platform/rich-text.ts';

const mathNamespace = 'http://www.w3.org/1998/Math/MathML';
const linkAddress = new RegExp(`^(?:(?:${linkSchemes.join('|')}):|[^a-z]|[a-z+.-]+(?:[^a-z+.\\-:]|$))`, 'i');

/** This file has its own DOMPurify instance, because a hook applies to every call of the instance that it was added to. */
const purifier = DOMPurify(window);
purifier.addHook('uponSanitizeAttribute', (node, attribute) => {
  const { attrName, attrValue } = attribute;
  // Only MathML elements keep their style and class attributes.
  if ((attrName === 'style' || attrName === 'class') && node.namespaceURI !== mathNamespace) attribute.keepAttr = false;
  const source = node.localName === 'img' ? pictureSource : mediaSource;
  if (attrName === 'src' && !source.test(attrValue)) attribute.keepAttr = false;
});

/** Sanitises rich text before it is shown. The server applies the same lists of tags and attributes when it saves; this is a second defence. */
export function sanitiseShownHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...richTags, ...mediaTags, ...mathTags, '#text'],
    ALLOWED_ATTR: [...new Set([...Object.values({ ...richAttributes, ...mediaAttributes }).flat(), ...mathAttributes, 'style', 'class'])],
    ALLOWED_URI_REGEXP: linkAddress,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
  });
}
