export const isHtmlText = (text: string): boolean =>
  /^\ufeff?\s*<(?:!doctype html|!--|html|head|meta|body|p|div|section|article|table|span|h[1-6]|ol|ul|font|b|strong|a|img)\b/i.test(text) ||
  text.includes('<!--StartFragment-->');

/** Is a text copied from a page or a document: HTML, or lines that count questions and say answers or options? */
export const looksPasted = (head: string): boolean =>
  (isHtmlText(head) && !/<(?:quiz|\?xml)\b/i.test(head.slice(0, 200))) ||
  (!/^\s*[<{$]|^::|\{\s*[=~#]/m.test(head) &&
    /^\s*(?:[(（]?\s*[\d０-９]{1,4}\s*[.．、)）]|第\s*\d{1,4}\s*题|[一二三四五六七八九十]、)/m.test(head) &&
    /^\s*[(（]?[AＡ]\s*[)）.．、:：]|答案|[(（]\s*[√×A-H]?\s*[)）]|_{3,}|^\s*答\s*[:：]|[一二三四五六七八九十]、.{0,10}题/m.test(head));
