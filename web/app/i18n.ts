import i18next from 'i18next';
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

/** Brings the texts a page names, in every language: changing it later needs no network. */
export async function loadTexts(names: readonly LaterTexts[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const catalogue = await laterCatalogues[name]();
      for (const { code } of languages) i18next.addResourceBundle(code, name, catalogue[code]);
    }),
  );
}

function apply(language: string): void {
  document.documentElement.lang = language;
  setCallTexts({
    unknown: i18next.t('app:session.unknownError'),
    network: i18next.t('app:session.networkError'),
    timeout: i18next.t('app:session.timeout'),
  });
}

/** Ready when it returns: the texts are part of the build, an exam room has no network to fetch them from. */
export function startI18n(): void {
  i18next.on('languageChanged', (language) => {
    storeLanguage(language as LanguageCode);
    apply(language);
  });
  void i18next.use(initReactI18next).init({
    lng: storedLanguage(),
    fallbackLng: languages[0].code,
    resources,
    ns: Object.keys(firstCatalogues),
    defaultNS: 'app',
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  apply(i18next.language);
}
