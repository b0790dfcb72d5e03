import { expect, it } from 'vitest';
import { guides } from '../features/help/guides/all-guides.ts';
import type { GuideText } from '../features/help/guide.ts';
import { firstTexts } from './first-texts.ts';
import { routeRows } from './routes.ts';
import { lazyCatalogues, loadCatalogue, type LazyCatalogueName } from './texts.ts';

/** Lists the texts of a catalogue with their paths. Each text is cut off before its first placeholder, as in "Saved on this PC {{time}}". */
const leaves = (tree: object, path: string): [path: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [[`${path}.${key}`, value.replace(/\s*\{\{.*$/, '')]] : leaves(value as object, `${path}.${key}`),
  );

const catalogueNames = Object.keys({ ...firstTexts, ...lazyCatalogues }) as LazyCatalogueName[];
const texts = async (language: 'zh-CN' | 'en') => {
  const catalogues = await Promise.all(catalogueNames.map(async (name) => leaves(await loadCatalogue(language, name), name)));
  const titles = Object.fromEntries(routeRows.flatMap(({ path, title }) => (title ? [[path, title[language === 'en' ? 1 : 0]]] : [])));
  return new Map([...catalogues.flat(), ...leaves(titles, 'title')]);
};
const [chinese, english] = await Promise.all([texts('zh-CN'), texts('en')]);

const namesIn = (text: string): string[] => [...text.matchAll(/\[([^\]]+)\]/g)].map(([, name]) => name ?? '');

/** Returns the English versions of all texts of the product whose Chinese version is `name`. */
const inEnglish = (name: string): string[] => [...chinese].flatMap(([path, text]) => (text === name ? [english.get(path) ?? ''] : []));

const textsOf = (guide: object): GuideText[] =>
  Object.values(guide).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return [];
    return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
      ? [value as unknown as GuideText]
      : textsOf(value);
  });

it.each(guides)('the guide $id names buttons and pages as the interface does, in both languages', (guide) => {
  const mismatches = textsOf(guide).flatMap(([zh, en]) => {
    const unmatchedEnglish = namesIn(en);
    const unmatched = namesIn(zh).flatMap((name) => {
      const at = unmatchedEnglish.findIndex((each) => inEnglish(name).includes(each));
      if (at >= 0) unmatchedEnglish.splice(at, 1);
      return at >= 0 ? [] : [`${name}: ${inEnglish(name).join(' | ') || 'no such text'}`];
    });
    return unmatched.length + unmatchedEnglish.length === 0
      ? []
      : [[...unmatched, ...unmatchedEnglish.map((name) => `English only: ${name}`)].join('; ')];
  });
  expect(mismatches).toEqual([]);
});

it('the sections of a guide have different anchors', () => {
  for (const { sections } of guides) expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
});
