import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languages, storedLanguage, storeLanguage, type LanguageCode } from '../lib/language.ts';
import { setCallTexts } from '../platform/call.ts';
import { firstCatalogues, laterCatalogues, type LaterTexts } from './texts.ts';

const resources = Object.fromEntries(
  languages.map(({ code }) => [
    code,
    Object.fromEntries(Object.entries(firstCatalogues).map(([name, catalogue]) => [name, catalogue[code]])),
  ]),
);

/** Chunks of the build, precached with it: an exam room has no network to fetch texts from. */
const chunks: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: async (language: string, name: string) => laterCatalogues[name as LaterTexts](language as LanguageCode),
};

/** Brings the texts a page names, in the language of now; changing the language brings the others before it changes. */
export const loadTexts = (names: readonly LaterTexts[]): Promise<void> => i18next.loadNamespaces([...names]);

function apply(language: string): void {
  document.documentElement.lang = language;
  setCallTexts({
    unknown: i18next.t('app:session.unknownError'),
    network: i18next.t('app:session.networkError'),
    timeout: i18next.t('app:session.timeout'),
  });
}

/** Ready when it returns, with what every page says. */
export function startI18n(): void {
  i18next.on('languageChanged', (language) => {
    storeLanguage(language as LanguageCode);
    apply(language);
  });
  void i18next
    .use(chunks)
    .use(initReactI18next)
    .init({
      lng: storedLanguage(),
      // The types see to it that no language lacks a sentence.
      fallbackLng: false,
      // A word that a language does without is empty, not missing.
      returnEmptyString: true,
      resources,
      partialBundledLanguages: true,
      // Not the bare "zh" as well.
      load: 'currentOnly',
      ns: Object.keys(firstCatalogues),
      defaultNS: 'app',
      initAsync: false,
      interpolation: { escapeValue: false },
    });
  apply(i18next.language);
}
