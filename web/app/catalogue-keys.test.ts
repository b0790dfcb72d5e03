import { expect, it, vi } from 'vitest';
import { i18n } from '../lib/i18n.ts';
import { firstTexts } from './first-texts.ts';
import { lazyCatalogues } from './texts.ts';

vi.stubGlobal('localStorage', { getItem: () => null });

/**
 * Returns the paths of all texts in a catalogue. Keys with a colon (names of calls in the audit log) are skipped: the part before a colon
 * would be taken for the name of a catalogue.
 */
const pathsOf = (tree: object, above = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? (key.includes(':') ? [] : [above + key]) : pathsOf(value as object, `${above}${key}.`),
  );

it('every text of every catalogue is found by its key', async () => {
  const catalogues = { ...firstTexts, ...lazyCatalogues };
  i18n.start('zh-CN', { 'zh-CN': firstTexts }, async (language, name) => lazyCatalogues[name as keyof typeof lazyCatalogues](language));
  await i18n.load(Object.keys(lazyCatalogues) as (keyof typeof lazyCatalogues)[]);
  const missing = (Object.keys(catalogues) as (keyof typeof catalogues)[]).flatMap((name) => {
    const say = i18n.of(name) as unknown as (key: string, values: { count: number }) => string;
    return pathsOf(i18n.all(name)).filter((path) => say(path.replace(/_other$/, ''), { count: 3 }) === path.replace(/_other$/, ''));
  });
  // A text that is missing gives its key. Texts that really equal their key, such as abbreviations, are allowed.
  expect(missing.filter((path) => !/^[A-Z0-9]+$/.test(path))).toEqual([]);
});
