import { expect, it } from 'vitest';
import { chooseLanguage } from './call-context.ts';

it.each([
  [undefined, undefined, 'zh-CN'],
  [undefined, 'en-US,en;q=0.9', 'en'],
  [undefined, 'fr-FR,en;q=0.5,zh;q=0.4', 'en'],
  [undefined, 'fr', 'zh-CN'],
  [undefined, 'zh-TW,en', 'zh-CN'],
  ['en', 'zh-CN', 'en'],
  ['zh-CN', 'en', 'zh-CN'],
  ['klingon', 'en', 'en'],
])('chooseLanguage for X-Language %s and Accept-Language %s: %s', (chosen, accepted, language) => {
  expect(chooseLanguage(chosen, accepted)).toBe(language);
});
