import type { LanguageCode } from '../lib/language.ts';
import { type FirstTexts, isFirst, loadFirstTexts } from './load-first-texts.ts';
import { sittingCatalogues } from './sitting-catalogues.ts';
import type { LaterTexts } from './texts.ts';

const isOfSitting = (name: string): name is keyof typeof sittingCatalogues => name in sittingCatalogues;

/** Loads any catalogue in one language, for the player: the table of the others is loaded only if a part of the player asks for one of them. */
export const loadPlayerTexts = async (language: LanguageCode, name: LaterTexts | FirstTexts): Promise<object> =>
  isFirst(name)
    ? loadFirstTexts(language, name)
    : isOfSitting(name)
      ? sittingCatalogues[name](language)
      : (await import('./texts.ts')).laterCatalogues[name](language);
