/** Marks of options, answers and analyses in documents, independent of the language of the page. */
/** Matches the letter before an option, as group 2. */
export const pastedOptionPattern = /(^|[\s　；;。])[（(]?([A-H])(?:[.．、:：)）]|\s{2,})[^\S\n]*/g;
export const pastedAnswerPattern = /^[^\S\n]*[【[]?(?:标准|正确|参考)?答案[】\]]?[^\S\n]*[:：]?[^\S\n]*(.*)$/m;
export const pastedAnalysisPattern = /^[^\S\n]*[【[]?(?:答案)?(?:解析|分析|详解)[】\]]?[^\S\n]*[:：]?[^\S\n]*/m;
export const pastedNumberPattern = /^\s*(?:第\s*\d+\s*题\s*[.．、:：]?|\d+\s*[.．、)）]|[（(]\d+[)）])\s*/;
export const judgementTexts: Readonly<Record<string, 'T' | 'F'>> = {
  对: 'T',
  正确: 'T',
  '√': 'T',
  '✓': 'T',
  T: 'T',
  错: 'F',
  错误: 'F',
  '×': 'F',
  '✗': 'F',
  F: 'F',
};
