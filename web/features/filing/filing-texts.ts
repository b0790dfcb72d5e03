import type { Catalogue } from '../../lib/texts.ts';
import { filingEnTexts } from './filing-en-texts.ts';
import { filingZhTexts } from './filing-zh-texts.ts';

export const filingTexts = { 'zh-CN': filingZhTexts, en: filingEnTexts } satisfies Catalogue<typeof filingZhTexts>;

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    filing: typeof filingZhTexts;
  }
}
