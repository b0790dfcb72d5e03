import {
  mathAttributes,
  mathTags,
  paperAttributes,
  paperMediaId,
  paperTags,
  playLimit,
} from '../../../../sync/contract/platform/rich-text.ts';

const elements = new Set<string>([...paperTags, ...mathTags]);
/** Attributes allowed inside formulas: typesetting adds styles and classes. */
const inFormula = new Set<string>([...mathAttributes, 'style', 'class']);
/** Matches pictures that are embedded in the paper. A picture from another host would reveal the reader to that host. */
const embedded = /^(?:data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*)?$/i;
/** Attributes whose values are checked. Places of recordings hold no address, only an id and a play limit. */
const values: Readonly<Record<string, RegExp>> = { src: embedded, 'data-media': paperMediaId, 'data-plays': playLimit };

/** Document in which question texts are parsed: no script runs in it and no picture loads. */
const inert = document.implementation.createHTMLDocument('');

/**
 * Returns the text as it is if it holds only what the server leaves in a paper (`sanitisePaperHtml`) and what formulas are typeset with. Otherwise
 * returns its words, as HTML without elements.
 */
export function checkPaperHtml(html: string): string {
  const box = inert.createElement('div');
  // Parse as content of a `div`, because the page will also put the HTML into a `div`.
  box.innerHTML = html;
  if (isAllowed(box)) return html;
  const words = box.textContent;
  box.textContent = words;
  return box.innerHTML;
}

function isAllowed(box: Element): boolean {
  return [...box.childNodes].every((node) => {
    if (node.nodeType === Node.TEXT_NODE) return true;
    if (!(node instanceof Element) || !elements.has(node.localName)) return false;
    const isFormula = node.closest('math') !== null;
    return (
      [...node.attributes].every(
        ({ name, value }) =>
          ((isFormula && inFormula.has(name)) || paperAttributes[node.localName]?.includes(name) === true) &&
          values[name]?.test(value) !== false,
      ) && isAllowed(node)
    );
  });
}
