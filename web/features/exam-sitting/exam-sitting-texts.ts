import type { Catalogue } from '../../lib/create-catalogue.ts';
import { aroundEnTexts } from './texts/around/en.ts';
import { aroundZhTexts } from './texts/around/zh-cn.ts';
import { enTexts } from './texts/en.ts';
import { zhTexts } from './texts/zh-cn.ts';

export const examSittingTexts = { 'zh-CN': zhTexts, en: enTexts } satisfies Catalogue<typeof zhTexts>;
export const examAroundTexts = { 'zh-CN': aroundZhTexts, en: aroundEnTexts } satisfies Catalogue<typeof aroundZhTexts>;
