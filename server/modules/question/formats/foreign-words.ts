/** What Moodle's two formats and QTI have in common once they are taken apart. */
import { splitFormulas } from '../question-markup.ts';
import { displayTex, dollarsOfTex, htmlOfPlain, inlineTex } from './plain-html.ts';

/** "$course$/top/电工//仪表" → "电工／仪表": our paths have six steps of sixty characters. */
export function categoryOfPath(path: string): string {
  const steps = path
    .replace(/\/\//g, '／')
    .split('/')
    .map((step) => step.trim().slice(0, 60))
    .filter((step) => step !== '' && step !== 'top' && !/^\$\w+\$$/.test(step));
  return steps.slice(-6).join('/').slice(0, 200);
}

/** Text that a foreign format says to be HTML, or not, or leaves open. */
export function htmlOfForeign(text: string, format: string): string {
  const html = format === 'html' || ((format === '' || format === 'moodle' || format === 'moodle_auto_format') && looksLikeHtml(text));
  if (html) return dollarsOfTex(text.trim());
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .join('\n')
    .trim();
  const plain = htmlOfPlain(lines.replace(inlineTex, '$$$1$$').replace(displayTex, '$$$$$1$$$$'), false);
  return format === 'markdown' ? markdownOfHtml(plain) : plain;
}

/** Turns the Markdown that stands in questions (bold, slanted, code) into HTML. Formulas are left alone. */
export const markdownOfHtml = (html: string): string =>
  splitFormulas(html)
    .map((part) =>
      part.kind === 'formula'
        ? part.mark + part.source + part.mark
        : part.source
            .replace(/`([^`<]+)`/g, '<code>$1</code>')
            .replace(/(\*\*|__)(?=\S)([^<]{0,500}?\S)\1/g, '<strong>$2</strong>')
            .replace(/(?<![\w*_])[*_](?=\S)([^<*_]*[^\s<*_])[*_](?![\w*_])/g, '<em>$1</em>'),
    )
    .join('');

const looksLikeHtml = (text: string): boolean =>
  /<\/?(?:p|br|b|i|u|strong|em|span|div|img|sub|sup|table|ul|ol|li|a|h[1-6]|pre|code|font)\b[^<>]*>|&(?:nbsp|lt|gt|amp|quot|#\d+);/i.test(
    text,
  );

/** The analysis: what is said to everybody, then what is said about single options. */
export function analysisOf(general: string, byOption: readonly { readonly name: string; readonly html: string }[]): string {
  const said = byOption.filter(({ html }) => html.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== '' || html.includes('<img'));
  return [general, ...said.map(({ name, html }) => (name === '' ? html : `${name}：${unwrapped(html)}`))]
    .filter((html) => html !== '')
    .join('<br>');
}

const unwrapped = (html: string): string => /^<p>((?:(?!<\/?p\b)[^])*)<\/p>$/.exec(html)?.[1] ?? html;

/** Names of options in order. */
export const optionLetter = (at: number): string => String.fromCharCode(65 + at);
