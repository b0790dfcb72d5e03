import type { Catalogue } from '../../lib/texts.ts';
import { applicationEnTexts } from './application-en-texts.ts';
import { applicationZhTexts } from './application-zh-texts.ts';

export const applicationTexts = { 'zh-CN': applicationZhTexts, en: applicationEnTexts } satisfies Catalogue<typeof applicationZhTexts>;

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    filing: typeof applicationZhTexts;
  }
}
