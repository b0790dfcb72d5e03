import sanitize from 'sanitize-html';
import { linkSchemes, mathAttributes, mathTags, pictureSource, richAttributes, richTags } from '../../sync/contract/rich-text.ts';

/** A dollar sign that opens no formula is kept as an entity (`question-markup.ts`), which the parser would resolve. */
const keptDollar = '\ue024';

/** Rich text as it may be stored: only what `sync/contract/rich-text.ts` lists; the words of what goes stay, its scripts and styles don't. */
export function sanitiseHtml(html: string): string {
  const kept = html.replaceAll(keptDollar, '').replace(/&(?:#36|#x24|dollar);/gi, keptDollar);
  return sanitize(kept, options).replaceAll(keptDollar, '&#36;');
}

const options: sanitize.IOptions = {
  allowedTags: [...richTags, ...mathTags],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(richAttributes).map(([tag, names]) => [tag, [...names]])),
    ...Object.fromEntries(mathTags.map((tag) => [tag, [...mathAttributes]])),
  },
  allowedSchemes: [...linkSchemes],
  allowedSchemesByTag: { img: ['data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'iframe', 'object', 'svg'],
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !pictureSource.test(attribs['src'] ?? ''),
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer' } }),
  },
};
