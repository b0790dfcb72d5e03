export const isHtmlText = (text: string): boolean =>
  /^\ufeff?\s*<(?:!doctype html|!--|html|head|meta|body|p|div|section|article|table|span|h[1-6]|ol|ul|font|b|strong|a|img)\b/i.test(text) ||
  text.includes('<!--StartFragment-->');

/**
 * Checks whether a text was copied from a page or a document: HTML, or lines with numbered questions and answers or options. The white space before
 * the first word of a line must exclude line breaks: otherwise matching each line would scan all following lines.
 */
export const isPastedText = (head: string): boolean =>
  looksUnnumbered(head) ||
  (isHtmlText(head) && !/<(?:quiz|\?xml)\b/i.test(head.slice(0, 200))) ||
  (!/^[ \t\u00a0\u3000]*[<{$]|^::|\{\s*[=~#]/m.test(head) &&
    /^[ \t\u00a0\u3000>#*_+-]{0,20}(?:[(（]?[ \t\u00a0\u3000]*[\d０-９]{1,4}\s*[.．、)）]|(?:第|题目|Q)\s*\d{1,4}\s*[题:：.（(]|[一二三四五六七八九十]、)/m.test(
      head,
    ) &&
    /^[ \t\u00a0\u3000>#*_+-]{0,20}[(（]?[AＡ]\s*[)）.．、:：]|答案|[(（]\s*[√×A-H]?\s*[)）]|_{3,}|^[ \t\u00a0\u3000]*答\s*[:：]|[一二三四五六七八九十]、.{0,10}题/m.test(
      head,
    ));

/** Detects options on separate lines and "ANSWER: B" without any question number: Moodle's Aiken format, and hand-typed text. */
const looksUnnumbered = (head: string): boolean =>
  !/^[ \t]{0,9}(?:[<{$]|::)/m.test(head) &&
  /^[ \t]{0,9}[AＡ][)）.．、]/m.test(head) &&
  /^[ \t]{0,9}(?:ANSWER|(?:正确|参考|标准)?答案)[ \t]{0,9}[:：]/im.test(head);
