/**
 * What rich text may hold: the one list that the server saves by (`server/rich-text`) and the web shows by
 * (`web/lib/sanitise-html.ts`). Whatever is not named here goes.
 */
export const richTags = [
  ...['p', 'br', 'div', 'span', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'pre', 'blockquote', 'hr'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'a', 'img'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
] as const;

/** By tag; `data-blank` is the n-th blank of a fill-in question. */
export const richAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  span: ['data-blank'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
};

/** Formulas, as they are rendered when a paper is published. No `maction`, no `annotation-xml`: those can hold pages. */
export const mathTags = [
  ...['math', 'semantics', 'annotation', 'mrow', 'mi', 'mn', 'mo', 'ms', 'mtext', 'mspace', 'mfrac', 'msqrt', 'mroot', 'mstyle', 'merror'],
  ...['mpadded', 'mphantom', 'menclose', 'msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts'],
  ...['mtable', 'mtr', 'mtd', 'none'],
] as const;
export const mathAttributes = [
  ...['xmlns', 'display', 'displaystyle', 'scriptlevel', 'mathvariant', 'mathsize', 'mathcolor', 'mathbackground', 'encoding', 'accent'],
  ...[
    'accentunder',
    'fence',
    'form',
    'stretchy',
    'symmetric',
    'separator',
    'largeop',
    'movablelimits',
    'lspace',
    'rspace',
    'minsize',
    'maxsize',
  ],
  ...[
    'linethickness',
    'width',
    'height',
    'depth',
    'voffset',
    'columnalign',
    'rowalign',
    'columnspacing',
    'rowspacing',
    'columnlines',
    'rowlines',
  ],
  ...['frame', 'notation', 'columnspan', 'rowspan', 'align'],
] as const;

/** Where a link may lead. */
export const linkSchemes = ['http', 'https', 'mailto', 'tel'] as const;

/** Pictures come from here or travel inside the text: a picture from elsewhere shows in no exam room, and tells who reads it. */
export const pictureSource = /^(?:\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}|data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+)$/;
