import { describe, expect, it } from 'vitest';
import { appTexts } from './app-texts.ts';
import { formatWindowTitle } from './window-title.ts';

const names = appTexts;

describe('formatWindowTitle', () => {
  it('joins page and school', () => {
    expect(formatWindowTitle('题库', '示范职业技术学校', names)).toBe('题库-示范职业技术学校');
  });

  it('uses the platform’s name without a school', () => {
    expect(formatWindowTitle('登录', undefined, names)).toBe('登录-云教育平台');
    expect(formatWindowTitle('登录', '', names)).toBe('登录-云教育平台');
  });

  it('uses the certification platform’s name without a page', () => {
    expect(formatWindowTitle(undefined, '示范职业技术学校', names)).toBe('职业技能等级认定平台');
  });
});
