import { describe, expect, it, test } from 'vitest';
import { toHtmlFromText } from '../features/bank/question/question-markup.ts';
import { htmlAttacks } from '../../tests/fixtures/html-attacks.ts';
import { maxHtmlNesting, sanitisePaperHtml, sanitiseStoredHtml } from './sanitise-html.ts';

describe('sanitising rich text', () => {
  it.each(htmlAttacks)('removes scripts and unsafe attributes from %s', (attack) => {
    const clean = sanitiseStoredHtml(attack);
    // Remaining text is escaped, so only tags and attributes need checks.
    const tags = [...clean.matchAll(/<\/?([a-z][\w-]*)([^>]*)>/gi)];
    for (const [, name, attributes] of tags) {
      expect(name).toMatch(/^(p|div|span|a|img|table|math|mi|mtext|maction)$/);
      expect(attributes).not.toMatch(/\son\w+=|style=|class=|id=|javascript|vbscript|evil|data:text|svg/i);
    }
    expect(sanitiseStoredHtml(clean)).toBe(clean);
  });

  test('keeps the elements that people write', () => {
    const html =
      '<h3>一</h3><p><strong>甲</strong><em>乙</em><u>丙</u>H<sub>2</sub>O x<sup>2</sup><br />行</p><ul><li>一</li></ul><ol start="3"><li>三</li></ol>' +
      '<table><tbody><tr><td colspan="2">格</td></tr></tbody></table><p>填 <span data-blank="1"></span></p>' +
      '<img src="/uploads/0123456789abcdef0123456789abcdef.png" alt="图" width="20" />';
    expect(sanitiseStoredHtml(html)).toBe(html);
  });

  test('keeps formulas, their source and their dollar signs', () => {
    const text = '价格 $5，若 $a < b$ 且 $$\\frac{1}{2}$$ & 则';
    expect(sanitiseStoredHtml(toHtmlFromText(text))).toBe(toHtmlFromText(text));
    expect(sanitiseStoredHtml('&#36;5 &#x24;6')).toBe('&#36;5 &#36;6');
    expect(sanitiseStoredHtml('<math display="block"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>')).toContain('<mfrac><mn>1</mn>');
  });

  test('keeps uploaded sound and video with a play limit of 1 to 9, and removes other sources', () => {
    const sound = '/uploads/0123456789abcdef0123456789abcdef.mp3';
    const allowedHtml = `<audio src="${sound}" data-plays="2"></audio><video src="/uploads/0123456789abcdef0123456789abcdef.mp4"></video>`;
    expect(sanitiseStoredHtml(allowedHtml)).toBe(allowedHtml);
    expect(sanitisePaperHtml(allowedHtml)).toBe(allowedHtml);
    expect(sanitiseStoredHtml(`<audio autoplay controls loop data-plays="0" src="${sound}"><source src="x">甲</audio>`)).toBe(
      `<audio src="${sound}">甲</audio>`,
    );
    for (const source of [sound.replace('mp3', 'png'), 'https://school.example/x.mp3', 'data:audio/mpeg;base64,AAAA', ''])
      expect(sanitiseStoredHtml(`<p>甲<audio src="${source}"></audio></p>`)).toBe('<p>甲</p>');
    // The marker for a recording's place in a paper is removed from input, because only the server may write it.
    expect(sanitisePaperHtml('<span data-media="3fa9c1d2" data-plays="2"></span>')).toBe('<span></span>');
  });

  test('replaces links in a paper by their text', () => {
    expect(sanitisePaperHtml('<p>见 <a href="https://school.example/">规程 <b>3</b></a></p>')).toBe('<p>见 规程 <b>3</b></p>');
  });

  test('makes links open a new window without opener or referrer', () => {
    expect(sanitiseStoredHtml('<a href="https://school.example/a?b=1&amp;c=2" target="_self">x</a>')).toBe(
      '<a href="https://school.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">x</a>',
    );
  });

  const nested = (depth: number, inner: string): string => `${'<b>'.repeat(depth)}${inner}${'</b>'.repeat(depth)}`;

  test('keeps text at the maximum nesting unchanged', () => {
    const html = nested(maxHtmlNesting, '甲');
    expect(sanitiseStoredHtml(html)).toBe(html);
  });

  test.each([
    ['elements', nested(maxHtmlNesting + 1, '甲<br />&lt;乙'), '甲<br />&lt;乙'],
    ['elements closed in another order', `${'<b>'.repeat(60_000)}甲${'</p>'.repeat(60_000)}`, '甲'],
    ['removed elements', `${'<font>'.repeat(1000)}甲`, '甲'],
    ['elements that look like pictures', `${'<br-x>'.repeat(1000)}甲`, '甲'],
    [
      'elements around a picture',
      nested(1000, '<img src="/uploads/0123456789abcdef0123456789abcdef.png" />'),
      '<img src="/uploads/0123456789abcdef0123456789abcdef.png" />',
    ],
    [
      'tags that join to others once some are removed',
      `${'<b>'.repeat(1000)}<<i>script>甲<</i>/script>`,
      '&lt;script&gt;甲&lt;/script&gt;',
    ],
  ])('keeps text, line breaks and pictures of HTML nested too deeply (%s)', (_, html, kept) => {
    expect(sanitiseStoredHtml(html)).toBe(kept);
  });
});
