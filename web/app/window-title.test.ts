import { describe, expect, it } from 'vitest';
import { appTexts } from './app-texts.ts';
import { formatWindowTitle } from './window-title.ts';

const names = appTexts;

describe('the title of the window', () => {
  it('is the page and the school', () => {
    expect(formatWindowTitle('题库', '示范职业技术学校', names)).toBe('题库-示范职业技术学校');
  });

  it('is the platform where nobody is at a school', () => {
    expect(formatWindowTitle('登录', undefined, names)).toBe('登录-云教育平台');
    expect(formatWindowTitle('登录', '', names)).toBe('登录-云教育平台');
  });

  it('is the certification platform on a page without one', () => {
    expect(formatWindowTitle(undefined, '示范职业技术学校', names)).toBe('职业技能等级认定平台');
  });
});
