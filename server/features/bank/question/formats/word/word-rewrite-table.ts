/** Rules of `word-rewrite.ts` for the elements of a document. */

/** Elements dropped with their content: deleted text, former formatting, ruby text, and optional line breaks. */
export const droppedElements = new Set([
  'w:moveFrom',
  'w:rPrChange',
  'w:pPrChange',
  'w:tblPrChange',
  'w:trPrChange',
  'w:tcPrChange',
  'w:sectPrChange',
  'w:tblGridChange',
  'w:numberingChange',
  'w:rt',
  'w:rubyPr',
  'w:proofErr',
  'w:softHyphen',
  'w:delInstrText',
]);
/** Formatting of a run that the reader uses; fonts and languages are dropped. */
export const usedFormatting = new Set([
  'w:b',
  'w:i',
  'w:u',
  'w:em',
  'w:strike',
  'w:vertAlign',
  'w:rStyle',
  'w:position',
  'w:sz',
  'w:del',
  'w:ins',
  'w:moveFrom',
  'w:moveTo',
]);
/** Elements that are unwrapped: only their content remains. */
export const unwrappedElements = new Set(['w:fldSimple', 'w:dir', 'w:bdo', 'w:ruby', 'w:rubyBase', 'w:smartTag', 'w:customXml']);
/** References to notes and comments, which are counted but not read. */
export const noteReferences = new Set(['w:footnoteReference', 'w:endnoteReference', 'w:commentReference']);
/** Elements that the reader knows only by another name. */
export const renamedElements: Readonly<Record<string, string>> = {
  'w:cr': 'w:br',
  'w:ptab': 'w:tab',
  'v:oval': 'v:shape',
  'v:line': 'v:shape',
  'v:polyline': 'v:shape',
  'v:curve': 'v:shape',
  'v:image': 'v:shape',
};
/** Elements whose content is collected separately before it is written. */
export const collectedElements = new Set([
  'w:pPr',
  'w:pict',
  'w:object',
  'w:drawing',
  'w:txbxContent',
  'm:oMath',
  'm:oMathPara',
  'mc:AlternateContent',
  'mc:Choice',
  'mc:Fallback',
]);
/** Ticks and crosses in Word's symbol fonts, which answer judgement questions. */
export const symbolFontSigns: Readonly<Record<string, string>> = {
  'Wingdings FC': '√',
  'Wingdings FE': '√',
  'Wingdings FB': '×',
  'Wingdings FD': '×',
  'Wingdings 2 50': '√',
  'Wingdings 2 52': '√',
  'Wingdings 2 4F': '×',
  'Wingdings 2 51': '×',
  'Wingdings 2 53': '×',
  'Wingdings 2 54': '×',
};
