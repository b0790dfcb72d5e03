import { expect, it } from 'vitest';
import { invisibleIn } from '../contract/invisible-signs.ts';
import { comparableName, comparableText, personName, plainText, radicalsIn, visibleText } from './plain-text.ts';

it('25.9: a stored text has no invisible characters and no radicals', () => {
  expect(visibleText('自\u200b锁\u200e、自\u00ad锁\ufeff')).toBe('自锁、自锁');
  expect(visibleText('⻢⼒ ⽤⼾ ⺠⽤ ⻔⻛')).toBe('马力 用户 民用 门风');
  expect(visibleText('10² ½ Ａ℃ ①')).toBe('10² ½ Ａ℃ ①');
  expect(invisibleIn('自\u200b锁\u200b\u00ad')).toEqual(['U+200B', 'U+00AD']);
  expect(radicalsIn('⻢⼒马⻢')).toEqual(['⻢→马', '⼒→力']);
});

it('25.9: words and numbers match in one width', () => {
  expect(plainText(' Ｎｏ\u200b．１ ')).toBe('No.1');
});

it('25.9: dots between parts of a name are one dot', () => {
  for (const dot of ['·', '•', '・', '･', '．', '‧', ' · ', '.']) expect(personName(`阿迪力${dot}买买提`)).toBe('阿迪力·买买提');
  expect(personName('J.K. Smith')).toBe('J.K. Smith');
  expect(comparableName('王  小 明（Ｂ）')).toBe(comparableName('王小明(b)'));
});

it('25.9: raised figures and fractions keep their meaning', () => {
  expect(['10²', '10⁻³', 'm²', 'CO₂', '㎡', '1010₂', '½', '1½', '25℃'].map(comparableText)).toEqual([
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
