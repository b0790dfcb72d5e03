import { i18n } from '../lib/i18n.ts';
import { storedLanguage, storeLanguage } from '../lib/language.ts';
import { setCallTexts } from '../platform/call.ts';
import { firstTexts } from './first-texts.ts';
import { textsIn, type LaterTexts } from './texts.ts';

/** Brings the texts a page names, in the language of now; changing the language brings the others before it changes. */
export const loadTexts = (names: readonly LaterTexts[]): Promise<void> => i18n.load(names);

function apply(): void {
  document.documentElement.lang = i18n.language;
  setCallTexts({
    unknown: i18n.t('app:session.unknownError'),
    network: i18n.t('app:session.networkError'),
    timeout: i18n.t('app:session.timeout'),
  });
}

/** Ready when it resolves, with what every page says: at once in the first language. Chunks of the build, precached with it: an exam room has no network to fetch texts from. */
export async function startI18n(): Promise<void> {
  i18n.start(storedLanguage(), { 'zh-CN': firstTexts }, textsIn);
  i18n.onChange(() => {
    storeLanguage(i18n.language);
    apply();
  });
  await i18n.load(['app', 'ui']);
  apply();
}
