import type { Catalogue } from '../../lib/texts.ts';
import { enTexts } from './texts/en.ts';
import { zhTexts } from './texts/zh-cn.ts';

export const examSittingTexts = { 'zh-CN': zhTexts, en: enTexts } satisfies Catalogue<typeof zhTexts>;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    examSitting: typeof zhTexts;
  }
}
