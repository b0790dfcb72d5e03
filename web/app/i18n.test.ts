import type { i18n } from '../lib/i18n.ts';
import { beforeEach, expect, it, vi } from 'vitest';

const storage = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
});
vi.stubGlobal('document', { documentElement: { lang: '' } });

const started = async (language: string): Promise<typeof i18n> => {
  storage.set('wenkao.language', language);
  const { startI18n } = await import('./i18n.ts');
  const { loadCatalogue } = await import('./texts.ts');
  await startI18n(loadCatalogue);
  return (await import('../lib/i18n.ts')).i18n;
};

beforeEach(() => {
  vi.resetModules();
  vi.doUnmock('./first-en-texts.ts');
});

it('the common texts are in the chosen language, and in the other one after a change', async () => {
  const texts = await started('en');
  expect([texts.t('app:shell.home'), texts.t('ui:close'), document.documentElement.lang]).toEqual(['Home', 'Close', 'en']);
  await texts.changeLanguage('zh-CN');
  expect([texts.t('app:shell.home'), texts.t('ui:close'), document.documentElement.lang]).toEqual(['首页', '关闭', 'zh-CN']);
});

it('a start in Chinese fetches no English texts; these are fetched before the language changes', async () => {
  const fetched = vi.fn();
  vi.doMock('./first-en-texts.ts', async (original) => {
    fetched();
    return original();
  });
  const texts = await started('zh-CN');
  expect([texts.t('app:shell.home'), fetched.mock.calls.length]).toEqual(['首页', 0]);
  await texts.changeLanguage('en');
  expect([texts.t('app:shell.home'), texts.t('ui:close')]).toEqual(['Home', 'Close']);
});

it('the common texts fall back to Chinese if the English ones cannot be loaded', async () => {
  vi.doMock('./first-en-texts.ts', () => {
    throw new Error('no network');
  });
  const texts = await started('en');
  expect([texts.t('app:shell.home'), texts.t('ui:close')]).toEqual(['首页', '关闭']);
});

it('a language change loads the texts of the page together with the common texts', async () => {
  const texts = await started('zh-CN');
  const { loadTexts } = await import('./i18n.ts');
  await loadTexts(['signIn']);
  await texts.changeLanguage('en');
  expect([texts.isHere('en', 'app'), texts.isHere('en', 'signIn')]).toEqual([true, true]);
});
