import type { LanguageCode } from '../lib/language.ts';
import { type InitialCatalogueName, isFirst, loadFirstTexts } from './load-first-texts.ts';
import { sittingCatalogues } from './sitting-catalogues.ts';
import type { LazyCatalogueName } from './texts.ts';

const isOfSitting = (name: string): name is keyof typeof sittingCatalogues => name in sittingCatalogues;

/**
 * Loads a text catalogue for the player (answering screen). The table of all other catalogues is not part of the player's first chunks; it
 * is loaded when a catalogue of another page is needed.
 */
export const loadPlayerTexts = async (language: LanguageCode, name: LazyCatalogueName | InitialCatalogueName): Promise<object> =>
  isFirst(name)
    ? loadFirstTexts(language, name)
    : isOfSitting(name)
      ? sittingCatalogues[name](language)
      : (await import('./texts.ts')).lazyCatalogues[name](language);
