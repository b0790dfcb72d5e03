import { expect, it, vi } from 'vitest';
import { i18n } from '../lib/i18n.ts';
import { firstTexts } from './first-texts.ts';
import { laterCatalogues } from './texts.ts';

vi.stubGlobal('localStorage', { getItem: () => null });

/** Paths of all sentences. Names of calls in the log have a colon, which would name a catalogue: they are read as a whole. */
const pathsOf = (tree: object, above = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? (key.includes(':') ? [] : [above + key]) : pathsOf(value as object, `${above}${key}.`),
  );

it('says every sentence of every catalogue by its key', async () => {
  const catalogues = { ...firstTexts, ...laterCatalogues };
  i18n.start('zh-CN', { 'zh-CN': firstTexts }, async (language, name) => laterCatalogues[name as keyof typeof laterCatalogues](language));
  await i18n.load(Object.keys(laterCatalogues) as (keyof typeof laterCatalogues)[]);
  const unsaid = (Object.keys(catalogues) as (keyof typeof catalogues)[]).flatMap((name) => {
    const say = i18n.of(name) as unknown as (key: string, values: { count: number }) => string;
    return pathsOf(i18n.all(name)).filter((path) => say(path.replace(/_other$/, ''), { count: 3 }) === path.replace(/_other$/, ''));
  });
  // What is said with its own key stands for itself.
  expect(unsaid.filter((path) => !/^[A-Z0-9]+$/.test(path))).toEqual([]);
});
