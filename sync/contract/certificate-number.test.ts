import { describe, expect, it } from 'vitest';
import {
  certificateNumber,
  computeCheckSign,
  createCertificateNumbers,
  defaultCertificatePattern,
  findPatternFault,
  listPatternCodes,
  splitCertificateNumber,
} from './certificate-number.ts';

const values = { kind: 'S', body: '3201', province: '32', site: '010026', year: '2026', profession: '6-31-01-03', level: 4 } as const;

describe('certificate numbers', () => {
  it('have 22 characters by default', () => {
    const number = createCertificateNumbers(defaultCertificatePattern, values).numberOf(1);
    expect([number, number.length]).toEqual(['S320132010026264000001', 22]);
    expect(number).toMatch(certificateNumber);
  });

  it.each([
    [defaultCertificatePattern, null],
    ['{kind}{province}{yyyy}{profession}{level}{serial8}{check}', null],
    ['JS-{yyyy}-{serial}', null],
    ['{kind}{serial}{city}', 'sign'],
    ['s{serial}12345', 'sign'],
    ['{kind}{serial}{', 'sign'],
    ['{kind}{body}{province}', 'serial'],
    ['{serial4}{serial4}', 'serial'],
    ['{kind}{check}{serial}', 'check'],
    ['{kind}{serial}', 'length'],
    ['{profession}{profession}{profession}{profession}{profession}{serial}', 'length'],
  ] as const)('findPatternFault reports for the pattern %s: %s', (pattern, fault) => {
    expect(findPatternFault(pattern)).toBe(fault);
  });

  it('end in a check character that detects each single wrong digit', () => {
    // The standard ISO 7064 gives this number as its example for MOD 37,36.
    expect(computeCheckSign('A12425GABC1234002')).toBe('M');
    const number = createCertificateNumbers('{kind}-{yyyy}{profession}{level}{serial}{check}', values).numberOf(120_7);
    const isRight = (text: string): boolean => computeCheckSign(text.slice(0, -1)) === text.at(-1);
    expect([number.slice(0, -1), isRight(number)]).toEqual(['S-202663101034001207', true]);
    for (let at = 2; at < number.length - 1; at += 1)
      for (const sign of '0123456789')
        if (sign !== number[at]) expect(isRight(number.slice(0, at) + sign + number.slice(at + 1))).toBe(false);
  });

  it('can be split into the parts of their pattern', () => {
    const pattern = 'JS{yy}{serial4}{check}';
    const { numberOf, key, mostSerials } = createCertificateNumbers(pattern, values);
    expect([key, mostSerials, listPatternCodes(pattern), listPatternCodes(defaultCertificatePattern)]).toEqual([
      'JS26',
      9999,
      [],
      ['body', 'province', 'site'],
    ]);
    expect(splitCertificateNumber(pattern, numberOf(7))).toEqual([
      { token: null, text: 'JS' },
      { token: 'yy', text: '26' },
      { token: 'serial4', text: '0007' },
      { token: 'check', text: computeCheckSign('JS260007') },
    ]);
  });
});
