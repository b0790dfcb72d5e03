/** Helpers that the readers of Moodle's two formats and of QTI share. */
import { splitFormulas } from '../../question-markup.ts';
import { displayTexPattern, toDollarFormulas, toHtmlFromPlain, inlineTexPattern } from './plain-html.ts';

/** Converts a category path: "$course$/top/电工//仪表" → "电工／仪表". Our paths have at most six steps of sixty characters. */
export function toCategoryPath(path: string): string {
  const steps = path
    .replace(/\/\//g, '／')
    .split('/')
    .map((step) => step.trim().slice(0, 60))
    .filter((step) => step !== '' && step !== 'top' && !/^\$\w+\$$/.test(step));
  return steps.slice(-6).join('/').slice(0, 200);
}

/** Converts a text of a foreign format to HTML. `format` declares it as HTML or not; if it declares neither, the text decides. */
export function toHtmlFromForeign(text: string, format: string): string {
  const html = format === 'html' || ((format === '' || format === 'moodle' || format === 'moodle_auto_format') && isLikelyHtml(text));
  if (html) return toDollarFormulas(text.trim());
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .join('\n')
    .trim();
  const plain = toHtmlFromPlain(lines.replace(inlineTexPattern, '$$$1$$').replace(displayTexPattern, '$$$$$1$$$$'), false);
  return format === 'markdown' ? convertMarkdownInHtml(plain) : plain;
}

/** Converts the Markdown found in questions (bold, italics, code) to HTML. Formulas are left unchanged. */
export const convertMarkdownInHtml = (html: string): string =>
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

const isLikelyHtml = (text: string): boolean =>
  /<\/?(?:p|br|b|i|u|strong|em|span|div|img|sub|sup|table|ul|ol|li|a|h[1-6]|pre|code|font)\b[^<>]*>|&(?:nbsp|lt|gt|amp|quot|#\d+);/i.test(
    text,
  );

/** Joins the analysis: the general feedback, then the feedback on single options. */
export function joinAnalysis(general: string, byOption: readonly { readonly name: string; readonly html: string }[]): string {
  const withText = byOption.filter(({ html }) => html.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== '' || /<(?:img|audio|video)\b/.test(html));
  return [general, ...withText.map(({ name, html }) => (name === '' ? html : `${name}：${unwrapParagraph(html)}`))]
    .filter((html) => html !== '')
    .join('<br>');
}

const unwrapParagraph = (html: string): string => /^<p>((?:(?!<\/?p\b)[^])*)<\/p>$/.exec(html)?.[1] ?? html;

/** Returns the letter of an option by its index from 0. */
export const getOptionLetter = (at: number): string => String.fromCharCode(65 + at);
