import { render } from '@testing-library/react';
import temml from 'temml';
import { describe, expect, it, test } from 'vitest';
import { htmlAttacks } from '../../../../../tests/fixtures/html-attacks.ts';
import { checkPaperHtml } from '../../model/paper-html.ts';
import { RichHtml } from './rich-html.tsx';

const picture = 'data:image/png;base64,iVBORw0KGgo=';

describe('question text of a paper', () => {
  it.each(htmlAttacks)('shows only the text of the attack %s', (attack) => {
    const box = render(<RichHtml html={attack} />).container.firstElementChild;
    // The HTML parser itself removes some of the malicious elements, such as a `body`. Plain elements may then remain.
    const elements = [...(box?.querySelectorAll('*') ?? [])];
    expect(
      elements.filter((element) => element.attributes.length > 0 || !/^(?:p|b|i|div|span|math|m[a-z]+)$/.test(element.localName)),
    ).toEqual([]);
    if (checkPaperHtml(attack) !== attack) expect(elements).toEqual([]);
  });

  it.each([
    ['a script', '<p>1</p><script>alert(1)</script>'],
    ['a handler', `<img src="${picture}" onerror="alert(1)">`],
    ['a link', '<a href="https://school.example/">x</a>'],
    ['a picture of another host', '<img src="https://school.example/x.png">'],
    ['a picture that is not in the paper', '<img src="/uploads/00000000000000000000000000000000.png">'],
    ['a drawing with scripts', '<img src="data:image/svg+xml;base64,PHN2Zz4=">'],
    ['a style outside a formula', '<p style="position:fixed">x</p>'],
    ['a class outside a formula', '<p class="fixed">x</p>'],
    ['a link in a formula', '<math href="javascript:alert(1)"><mi>x</mi></math>'],
    ['a picture in a formula', '<math><mtext><img src="https://school.example/x.png"></mtext></math>'],
    ['HTML in an annotation', '<math><annotation-xml encoding="text/html"><p>x</p></annotation-xml></math>'],
    ['a comment', 'a<!-- b -->'],
    ['an unknown element', '<x-y>x</x-y>'],
    ['a recording that plays by itself', '<audio src="/uploads/00000000000000000000000000000000.mp3" autoplay></audio>'],
    ['a film', '<video src="data:video/mp4;base64,AAAA"></video>'],
    ['a place of a recording with another id', '<span data-media="valueOf"></span>'],
    ['a place of a recording with an address', '<span data-media="/uploads/00000000000000000000000000000000.mp3"></span>'],
    ['a play limit out of range', '<span data-media="3fa9c1d2" data-plays="10"></span>'],
    ['no play limit written as one', '<span data-media="3fa9c1d2" data-plays="0"></span>'],
    ['a place of a recording on another element', '<p data-media="3fa9c1d2">x</p>'],
    ['a picture that is a recording', '<img src="data:audio/mpeg;base64,AAAA">'],
    ['a template', '<template><b>x</b></template>'],
  ])('refuses %s', (_, html) => {
    expect(checkPaperHtml(html)).not.toMatch(/</);
  });

  test('shows all elements that the server allows in a paper', () => {
    const html =
      '<h3>一</h3><p><strong>甲</strong>H<sub>2</sub>O<br>行</p><ol start="3"><li>三</li></ol><p>填 <span data-blank="1"></span></p>' +
      `<table><tbody><tr><td colspan="2">格</td></tr></tbody></table><img src="${picture}" alt="图" width="20"><img src="" alt="缺">` +
      '<p><span data-media="3fa9c1d2" data-plays="1"></span><span data-media="00000000"></span></p>';
    const { container } = render(<RichHtml html={html} />);
    expect(container.firstElementChild?.innerHTML).toBe(html);
  });

  it.each([
    String.raw`\frac{1}{2}\sqrt[3]{x}\hspace{1em}\lim_{x\to0}\sum_{i=1}^n`,
    String.raw`\begin{pmatrix}a&b\\c&d\end{pmatrix}\begin{array}{|c|c|}\hline a&b\\\hline\end{array}`,
    String.raw`\color{red}x\boxed{a}\cancel{x}\bcancel{x}\overbrace{a}^{b}\text{中文}\mathbb{R}\vec{v}\hat{a}`,
    String.raw`\ce{H2O}\ce{A <=> B}\xrightarrow{abc}\rule{1em}{2em}\raisebox{1em}{x}\colorbox{red}{x}`,
    String.raw`\overparen{ABC}\prescript{a}{b}{c}\sideset{_a^b}{_c^d}\prod\Huge x`,
    String.raw`\label{x}a`,
  ])('shows the formula %s', (source) => {
    for (const displayMode of [true, false]) {
      const html = `<p>${temml.renderToString(source, { displayMode, throwOnError: true, strict: false, trust: false })}</p>`;
      expect(checkPaperHtml(html)).toBe(html);
    }
  });
});
