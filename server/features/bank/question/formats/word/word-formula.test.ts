import { describe, expect, it } from 'vitest';
import { listBadFormulas } from '../../formula-mathml.ts';
import { convertFormulaToLatex } from './word-formula.ts';

const t = (text: string, properties = '') => `<m:r>${properties}<m:t>${text}</m:t></m:r>`;
const e = (inner: string, name = 'e') => `<m:${name}>${inner}</m:${name}>`;
const formula = (inner: string) => convertFormulaToLatex(`<m:oMath>${inner}</m:oMath>`);
const sup = (of: string, power: string) => `<m:sSup>${e(of)}${e(power, 'sup')}</m:sSup>`;
const frac = (a: string, b: string) => `<m:f>${e(a, 'num')}${e(b, 'den')}</m:f>`;
const pr = (name: string, ...properties: string[]) => `<m:${name}>${properties.join('')}</m:${name}>`;
const val = (name: string, value: string) => `<m:${name} m:val="${value}"/>`;
const row = (...cells: string[]) => `<m:mr>${cells.map((cell) => e(t(cell))).join('')}</m:mr>`;

describe('convertFormulaToLatex', () => {
  it.each([
    ['fractions and powers', t('P=') + frac(sup(t('U'), t('2')), t('R')), 'P=\\frac{U^{2}}{R}'],
    ['a linear fraction', `<m:f>${pr('fPr', val('type', 'lin'))}${e(t('a'), 'num')}${e(t('b'), 'den')}</m:f>`, '{a}/{b}'],
    ['indices', `<m:sSubSup>${e(t('x'))}${e(t('i+1'), 'sub')}${e(t('2'), 'sup')}</m:sSubSup>`, 'x_{i+1}^{2}'],
    ['an index before its base', `<m:sPre>${e(t('6'), 'sub')}${e(t('12'), 'sup')}${e(t('C'))}</m:sPre>`, '{}_{6}^{12}C'],
    ['a power of an expression in brackets', sup(`<m:d>${e(t('a+b'))}</m:d>`, t('n')), '{\\left( a+b \\right)}^{n}'],
    [
      'roots',
      `<m:rad>${pr('radPr', val('degHide', '1'))}<m:deg/>${e(t('2'))}</m:rad><m:rad>${e(t('3'), 'deg')}${e(t('x'))}</m:rad>`,
      '\\sqrt{2}\\sqrt[3]{x}',
    ],
    ['sums', `<m:nary>${pr('naryPr', val('chr', '∑'))}${e(t('i=1'), 'sub')}${e(t('n'), 'sup')}${e(t('i'))}</m:nary>`, '\\sum_{i=1}^{n} i'],
    ['integrals', `<m:nary>${e(t('0'), 'sub')}${e(t('∞'), 'sup')}${e(t('f(x)dx'))}</m:nary>`, '\\int_{0}^{\\infty} f(x)dx'],
    ['Greek letters and symbols', t('ωL≤') + t('π×10Ω'), '\\omega L\\le\\pi\\times10\\Omega'],
    ['mathematical italic letters', t('𝑈=𝐼𝑅'), 'U=IR'],
    ['units and Chinese', t('10') + t('kW', pr('rPr', val('sty', 'p'))) + t('（额定）电压'), '10\\mathrm{kW}(\\text{额定})\\text{电压}'],
    ['functions', `<m:func>${e(t('cos', pr('rPr', val('sty', 'p'))), 'fName')}${e(t('φ'))}</m:func>`, '\\cos{\\varphi}'],
    ['limits', `<m:limLow>${e(t('lim', pr('rPr', val('sty', 'p'))))}${e(t('x→0'), 'lim')}</m:limLow>`, '\\lim_{x\\to0}'],
    [
      'a matrix',
      `<m:d>${pr('dPr', val('begChr', '['), val('endChr', ']'))}${e(`<m:m>${row('1', '0')}${row('0', '1')}</m:m>`)}</m:d>`,
      '\\begin{bmatrix}1 & 0 \\\\ 0 & 1\\end{bmatrix}',
    ],
    [
      'cases',
      `<m:d>${pr('dPr', val('begChr', '{'), val('endChr', ''))}${e(`<m:eqArr>${e(t('x&gt;0'))}${e(t('y=1'))}</m:eqArr>`)}</m:d>`,
      '\\begin{cases}x>0 \\\\ y=1\\end{cases}',
    ],
    ['an absolute value', `<m:d>${pr('dPr', val('begChr', '|'), val('endChr', '|'))}${e(t('a'))}</m:d>`, '\\left| a \\right|'],
    [
      'accents and bars',
      `<m:acc>${pr('accPr', val('chr', '⃗'))}${e(t('F'))}</m:acc><m:bar>${pr('barPr', val('pos', 'top'))}${e(t('AB'))}</m:bar>`,
      '\\vec{F}\\overline{AB}',
    ],
    ['degrees and percent', t('90°') + t('5%'), '90^{\\circ}5\\%'],
  ])('converts %s', (_, omml, latex) => {
    const found = formula(omml);
    expect(found).toEqual({ latex, display: false, doubtful: false });
    // LaTeX that the renderer cannot read would be useless.
    expect(listBadFormulas(`$${latex.replace(/&/g, '&amp;').replace(/>/g, '&gt;')}$`)).toEqual([]);
  });

  it('keeps a symbol without a LaTeX command as text and reports it', () => {
    expect(formula(`<m:strange>${e(t('x'))}</m:strange>`)).toEqual({ latex: 'x', display: false, doubtful: true });
    expect(convertFormulaToLatex(`<m:oMathPara><m:oMathParaPr/><m:oMath>${t('x')}</m:oMath></m:oMathPara>`)).toMatchObject({
      latex: 'x',
      display: true,
    });
  });
});
