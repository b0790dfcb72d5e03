/** What becomes of a document's elements on their way to the reader (`word-rewrite.ts`). */

/** Gone with all they hold: what was deleted, what looked otherwise before, small print above the words, what only says where a line may break. */
export const gone = new Set([
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
/** How a run of text looks, as far as anybody behind us asks; its fonts and languages would be carried all the way for nothing. */
export const looked = new Set([
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
/** Around words, and no words themselves. */
export const wrappers = new Set(['w:fldSimple', 'w:dir', 'w:bdo', 'w:ruby', 'w:rubyBase', 'w:smartTag', 'w:customXml']);
export const noted = new Set(['w:footnoteReference', 'w:endnoteReference', 'w:commentReference']);
/** What the reader knows by another name only. */
export const renamed: Readonly<Record<string, string>> = {
  'w:cr': 'w:br',
  'w:ptab': 'w:tab',
  'v:oval': 'v:shape',
  'v:line': 'v:shape',
  'v:polyline': 'v:shape',
  'v:curve': 'v:shape',
  'v:image': 'v:shape',
};
export const captured = new Set([
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
/** Ticks and crosses of Word's fonts of signs, which judgement questions are answered with. */
export const signs: Readonly<Record<string, string>> = {
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
