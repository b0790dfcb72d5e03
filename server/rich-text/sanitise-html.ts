import { mediaAttributes, mediaSource, mediaTags } from '../../sync/contract/platform/rich-media.ts';
import sanitize from 'sanitize-html';
import {
  linkSchemes,
  mathAttributes,
  mathTags,
  paperTags,
  pictureSource,
  playLimit,
  richAttributes,
  richTags,
} from '../../sync/contract/platform/rich-text.ts';

/**
 * Stands for the entity of a dollar sign that opens no formula (`question-markup.ts`) while the text is parsed. Otherwise the parser would turn the
 * entity into a plain dollar sign.
 */
const keptDollar = '\ue024';

/**
 * Greatest number of open elements; deeper tags are removed. For every closing tag the parser searches its open elements, so the cost is the length
 * of the text times this number. The number is large, because old pages leave `<font>` open in each paragraph.
 */
export const maxHtmlNesting = 300;

/**
 * Removes everything from rich text that `sync/contract/platform/rich-text.ts` does not list, so that it may be stored. The words of removed elements
 * stay; scripts and styles go. A text that is nested deeper than `maxHtmlNesting` keeps only its words, line breaks and pictures.
 */
export const sanitiseStoredHtml = (html: string): string => sanitiseHtml(html, [...richTags, ...mediaTags]);

/** Sanitises the text of a question for a sealed paper, like `sanitiseStoredHtml`, and also removes links. */
export const sanitisePaperHtml = (html: string): string => sanitiseHtml(html, [...paperTags, ...mediaTags]);

function sanitiseHtml(html: string, tags: readonly string[]): string {
  const marked = html.replaceAll(keptDollar, '').replace(/&(?:#36|#x24|dollar);/gi, keptDollar);
  const clean = sanitiseShallow(marked, tags) ?? sanitiseShallow(removeContainerTags(marked), tags) ?? '';
  return clean.replaceAll(keptDollar, '&#36;');
}

class NestedTooDeep extends Error {}

/** Sanitises a text of limited nesting. Returns undefined if it is nested too deep; the parser stops there. */
function sanitiseShallow(html: string, tags: readonly string[]): string | undefined {
  let depth = 0;
  const onOpenTag = (): void => {
    depth += 1;
    if (depth > maxHtmlNesting) throw new NestedTooDeep();
  };
  const onCloseTag = (): void => {
    depth -= 1;
  };
  try {
    return sanitize(html, { ...options, allowedTags: [...tags, ...mathTags], onOpenTag, onCloseTag });
  } catch (error) {
    if (error instanceof NestedTooDeep) return undefined;
    throw error;
  }
}

/** Removes all tags that can contain others. Turns any other `<` into text, so that the remaining characters cannot form a new tag. */
const removeContainerTags = (html: string): string =>
  html.replace(/<(?!(?:img|br)[\s/>])(?:[^<>]*>)?/gi, (found) => (found.endsWith('>') ? '' : '&lt;'));

const isMedia = (tag: string): boolean => (mediaTags as readonly string[]).includes(tag);

/** Removes the play limit of a recording if it is invalid. */
function dropInvalidLimit(tagName: string, { 'data-plays': plays = '', ...attribs }: sanitize.Attributes): sanitize.Tag {
  return { tagName, attribs: playLimit.test(plays) ? { ...attribs, 'data-plays': plays } : attribs };
}

const options: sanitize.IOptions = {
  allowedAttributes: {
    ...Object.fromEntries(Object.entries({ ...richAttributes, ...mediaAttributes }).map(([tag, names]) => [tag, [...names]])),
    ...Object.fromEntries(mathTags.map((tag) => [tag, [...mathAttributes]])),
  },
  allowedSchemes: [...linkSchemes],
  allowedSchemesByTag: { img: ['data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'iframe', 'object', 'svg'],
  exclusiveFilter: ({ tag, attribs: { src = '' } }) =>
    (tag === 'img' && !pictureSource.test(src)) || (isMedia(tag) && !mediaSource.test(src)),
  transformTags: {
    audio: dropInvalidLimit,
    video: dropInvalidLimit,
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer' } }),
  },
};
