import { i18n } from '../lib/i18n.ts';
import { getStoredLanguage, storeLanguage } from '../lib/language.ts';
import { setCallTexts } from '../platform/api/call.ts';
import { firstTexts } from './first-texts.ts';
import type { loadCatalogue, LazyCatalogueName } from './texts.ts';

/**
 * Loads the text catalogues of a page in the current language. After a change of language, they are loaded in the other language before it
 * takes effect.
 */
export const loadTexts = (names: readonly LazyCatalogueName[]): Promise<void> => i18n.load(names);

function apply(): void {
  document.documentElement.lang = i18n.language;
  setCallTexts({
    unknown: i18n.t('app:session.unknownError'),
    network: i18n.t('app:session.networkError'),
    timeout: i18n.t('app:session.timeout'),
  });
}

/**
 * Starts the translation and resolves when the texts that every page needs are loaded; in Chinese at once. All texts are chunks of the
 * build and stored in advance by the service worker, because an exam room may have no network.
 */
export async function startI18n(load: typeof loadCatalogue): Promise<void> {
  i18n.start(getStoredLanguage(), { 'zh-CN': firstTexts }, load);
  i18n.onChange(() => {
    storeLanguage(i18n.language);
    apply();
  });
  await i18n.load(['app', 'ui']);
  apply();
}
