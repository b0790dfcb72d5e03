import { expect, it } from 'vitest';
import { listInvisibleCharacters } from '../contract/invisible-signs.ts';
import { toComparableName, toComparableText, normalisePersonName, toMatchText, listRadicals, toStoredText } from './plain-text.ts';

it('toStoredText removes invisible characters and replaces Kangxi radicals', () => {
  expect(toStoredText('自\u200b锁\u200e、自\u00ad锁\ufeff')).toBe('自锁、自锁');
  expect(toStoredText('⻢⼒ ⽤⼾ ⺠⽤ ⻔⻛')).toBe('马力 用户 民用 门风');
  expect(toStoredText('10² ½ Ａ℃ ①')).toBe('10² ½ Ａ℃ ①');
  expect(listInvisibleCharacters('自\u200b锁\u200b\u00ad')).toEqual(['U+200B', 'U+00AD']);
  expect(listRadicals('⻢⼒马⻢')).toEqual(['⻢→马', '⼒→力']);
});

it('toMatchText converts full-width characters to half width', () => {
  expect(toMatchText(' Ｎｏ\u200b．１ ')).toBe('No.1');
});

it('normalisePersonName and toComparableName unify the middle dots, widths and spaces of a name', () => {
  for (const dot of ['·', '•', '・', '･', '．', '‧', ' · ', '.']) expect(normalisePersonName(`阿迪力${dot}买买提`)).toBe('阿迪力·买买提');
  expect(normalisePersonName('J.K. Smith')).toBe('J.K. Smith');
  expect(toComparableName('王  小 明（Ｂ）')).toBe(toComparableName('王小明(b)'));
});

it('toComparableText keeps the meaning of superscripts and fractions', () => {
  expect(['10²', '10⁻³', 'm²', 'CO₂', '㎡', '1010₂', '½', '1½', '25℃'].map(toComparableText)).toEqual([
    '10^2',
    '10^−3',
    'm2',
    'CO2',
    'm2',
    '1010_2',
    '1/2',
    '1+1/2',
    '25°C',
  ]);
});
