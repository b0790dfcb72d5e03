/**
 * Elements allowed in rich text. The server sanitises stored text by this list (`server/rich-text`), and the web sanitises before
 * display (`web/lib/sanitise-html.ts`). All other elements are removed. The player refuses them (`paper-html.ts`).
 */
export const richTags = [
  'p',
  'br',
  'div',
  'span',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'code',
  'pre',
  'blockquote',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'a',
  'img',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td',
  'th',
] as const;

/** Elements allowed in the questions of a sealed paper. A link would lead out of the exam. */
export const paperTags = richTags.filter((tag) => tag !== 'a');

/** Allowed attributes by element. `data-blank` is the number of a blank in a fill-in question. */
export const richAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  span: ['data-blank'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
};

/**
 * Allowed attributes by element in a sealed paper. A recording is an empty `span` there: `data-media` names it in the paper's `media`, so that no
 * element of the paper loads or plays by itself.
 */
export const paperAttributes: Readonly<Record<string, readonly string[]>> = {
  ...richAttributes,
  span: ['data-blank', 'data-media', 'data-plays'],
};

/** MathML elements of rendered formulas. `maction` and `annotation-xml` are excluded, because they can contain HTML. */
export const mathTags = [
  'math',
  'semantics',
  'annotation',
  'mrow',
  'mi',
  'mn',
  'mo',
  'ms',
  'mtext',
  'mspace',
  'mfrac',
  'msqrt',
  'mroot',
  'mstyle',
  'merror',
  'mpadded',
  'mphantom',
  'menclose',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mmultiscripts',
  'mprescripts',
  'mtable',
  'mtr',
  'mtd',
  'none',
] as const;
export const mathAttributes = [
  'xmlns',
  'display',
  'displaystyle',
  'scriptlevel',
  'mathvariant',
  'mathsize',
  'mathcolor',
  'mathbackground',
  'encoding',
  'accent',

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
  'frame',
  'notation',
  'columnspan',
  'linebreak',
  'rowspan',
  'align',
] as const;

/** Allowed URL schemes of links in rich text. */
export const linkSchemes = ['http', 'https', 'mailto', 'tel'] as const;

/**
 * Allowed picture sources: uploads or data URLs. A picture from another host would not load in an exam room, and that host would learn
 * who opens the page.
 */
export const pictureSource = /^(?:\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}|data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+)$/;

/** Play limit of a recording, 1 to 9; without it there is no limit. */
export const playLimit = /^[1-9]$/;

/** Id of a recording in a sealed paper: the beginning of its file's name, from which nobody can guess the address. */
export const paperMediaId = /^[0-9a-f]{8}$/;
