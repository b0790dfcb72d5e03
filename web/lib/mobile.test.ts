import { describe, expect, it } from 'vitest';
import { isMobileAgent } from './mobile.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0';

describe('isMobileAgent', () => {
  it.each([
    ['a telephone', `Mozilla/5.0 (Linux; Android 13; Pixel 7) ${chrome} Mobile Safari/537.36`, 5],
    ['a tablet', `Mozilla/5.0 (Linux; Android 12; SM-T870) ${chrome} Safari/537.36`, 5],
    [
      'an iPad that says it is a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15',
      5,
    ],
  ])('is true for %s', (_, agent, touchPoints) => {
    expect(isMobileAgent(agent, touchPoints)).toBe(true);
  });

  it.each([
    ['an exam PC', `Mozilla/5.0 (Windows NT 6.1; Win64; x64) ${chrome} Safari/537.36`, 0],
    ['a PC with a touch screen', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 10],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15', 0],
  ])('is false for %s', (_, agent, touchPoints) => {
    expect(isMobileAgent(agent, touchPoints)).toBe(false);
  });
});
