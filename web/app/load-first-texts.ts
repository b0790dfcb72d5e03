import type { LanguageCode } from '../lib/language.ts';
import { firstTexts } from './first-texts.ts';

export type InitialCatalogueName = keyof typeof firstTexts;
export const isFirst = (name: string): name is InitialCatalogueName => name in firstTexts;

/** Loads texts that every page needs. If the English chunk cannot be loaded, Chinese sentences are shown, which say more than keys. */
export const loadFirstTexts = async (language: LanguageCode, name: InitialCatalogueName): Promise<object> =>
  language !== 'en'
    ? firstTexts[name]
    : import('./first-en-texts.ts').then(
        ({ firstEnTexts }) => firstEnTexts[name],
        () => firstTexts[name],
      );
