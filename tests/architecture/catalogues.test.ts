import { describe, expect, it } from 'vitest';
import { firstTexts } from '../../web/app/first-texts.ts';
import { type LaterTexts, laterCatalogues, loadCatalogue } from '../../web/app/texts.ts';

const names = Object.keys({ ...firstTexts, ...laterCatalogues }) as LaterTexts[];
const catalogues = await Promise.all(
  names.map(async (name) => [name, { 'zh-CN': await loadCatalogue('zh-CN', name), en: await loadCatalogue('en', name) }] as const),
);

/** Lists the texts of a catalogue as "path → sentence". */
function leaves(tree: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'string' ? [[`${path}${key}`, value] as const] : [...leaves(value as object, `${path}${key}.`)],
    ),
  );
}
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '').toSorted();

/** Names of languages, which are the same in each language. */
const named = new Set(['中文', '简体中文']);

// A type checks that both languages have the same keys (`web/lib/texts.ts`); these tests check the texts.
describe.each(catalogues)('catalogue %s', (_, catalogue) => {
  const zh = leaves(catalogue['zh-CN']);
  const en = leaves(catalogue.en);

  it('says something in both languages under the same keys', () => {
    // A text that depends on a count has one form in Chinese and two in English.
    const expected = [...zh.keys()].flatMap((key) => (key.endsWith('_other') ? [key, key.replace(/_other$/, '_one')] : [key]));
    expect([...en.keys()].toSorted()).toEqual(expected.toSorted());
    // English may leave a Chinese measure word empty; a Chinese text must never be empty.
    expect([...zh].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('fills the same figures into both', () => {
    for (const [key, text] of zh) expect([key, placeholders(en.get(key) ?? '')]).toEqual([key, placeholders(text)]);
  });

  it('has no Chinese left in the English', () => {
    expect([...en].filter(([, text]) => /\p{Script=Han}/u.test(text) && !named.has(text))).toEqual([]);
  });
});
