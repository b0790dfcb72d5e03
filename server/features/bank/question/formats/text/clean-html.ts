import { sanitiseStoredHtml } from '../../../../../rich-text/sanitise-html.ts';

/** Cleans HTML of a file for storage. HTML in our own form is returned unchanged, so that exported files are imported without any difference. */
export function cleanHtml(html: string): { readonly html: string; readonly changed: boolean } {
  const text = html
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .trim();
  if (isPlainlyOurs(text)) return { html: text, changed: false };
  const clean = sanitiseStoredHtml(text).trim();
  return { html: clean, changed: countDangerousParts(text) > countDangerousParts(clean) };
}

/** Counts dangerous elements and attributes. Losing a style or a class is not worth a warning. */
const countDangerousParts = (html: string): number =>
  html.match(/<(?:script|iframe|object|embed|svg|form|input|style|link|meta|base)\b|\son\w+\s*=|javascript:/gi)?.length ?? 0;

const token =
  /[^<&]+|&(?:amp|lt|gt|quot|nbsp|#36|#92);|<br>|<(p|div|b|i|u|s|em|strong|sub|sup|ul|ol|li|table|tbody|thead|tr|code|pre|blockquote)>|<(td|th)(?: (?:colspan|rowspan)="\d{1,2}"){0,2}>|<(span) data-blank="\d{1,2}">|<img src="\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}"(?: alt="[^"<>&]*")?(?: (?:width|height)="\d{1,4}"){0,2}>|<\/([a-z]+)>/y;

/** Checks that HTML consists only of text, our entities and simple tags that close in order, so that a sanitiser would not change it. */
function isPlainlyOurs(html: string): boolean {
  const open: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < html.length) {
    const found = token.exec(html);
    if (!found) return false;
    const opened = found[1] ?? found[2] ?? found[3];
    if (opened !== undefined) open.push(opened);
    else if (found[4] !== undefined && open.pop() !== found[4]) return false;
  }
  return open.length === 0;
}

/** Checks whether HTML shows nothing: no text, picture, formula, table or blank. */
export const isEmptyHtml = (html: string): boolean =>
  !/<img\b|<math\b|<table\b|data-blank/.test(html) && html.replace(/<[^<>]*>|&nbsp;|\s/g, '') === '';
