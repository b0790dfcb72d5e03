/** Languages of the interface; the first is the default. */
export const languages = [
  { code: 'zh-CN', name: '中文' },
  { code: 'en', name: 'English' },
] as const;
export type LanguageCode = (typeof languages)[number]['code'];

const key = 'wenkao.language';

export const getStoredLanguage = (): LanguageCode =>
  languages.find(({ code }) => code === localStorage.getItem(key))?.code ?? languages[0].code;

export const storeLanguage = (code: LanguageCode): void => localStorage.setItem(key, code);
