import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { storedLanguage, storeLanguage, type LanguageCode } from '../lib/language.ts';
import { setCallTexts } from '../platform/call.ts';
import { firstTexts } from './first-texts.ts';
import { textsIn, type LaterTexts } from './texts.ts';

/** Chunks of the build, precached with it: an exam room has no network to fetch texts from. */
const chunks: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: async (language: string, name: string) => textsIn(language as LanguageCode, name as LaterTexts),
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

/** Ready when it resolves, with what every page says: at once in the first language. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    storeLanguage(language as LanguageCode);
    apply(language);
  });
  await i18next
    .use(chunks)
    .use(initReactI18next)
    .init({
      lng: storedLanguage(),
      // The types see to it that no language lacks a sentence.
      fallbackLng: false,
      // A word that a language does without is empty, not missing.
      returnEmptyString: true,
      // A copy: i18next adds the catalogues of later pages to what it is given.
      resources: { 'zh-CN': { ...firstTexts } },
      partialBundledLanguages: true,
      // Not the bare "zh" as well.
      load: 'currentOnly',
      ns: Object.keys(firstTexts),
      defaultNS: 'app',
      initAsync: false,
      interpolation: { escapeValue: false },
    });
  apply(i18next.language);
}
