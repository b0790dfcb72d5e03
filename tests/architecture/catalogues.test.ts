import { describe, expect, it } from 'vitest';
import { firstTexts } from '../../web/app/first-texts.ts';
import { type LazyCatalogueName, lazyCatalogues, loadCatalogue } from '../../web/app/texts.ts';

const names = Object.keys({ ...firstTexts, ...lazyCatalogues }) as LazyCatalogueName[];
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
/** Names of the placeholders in a text. A noun that is chosen by a number (`{{n|room|rooms}}`) is no placeholder. */
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{\s*(\w+)\s*\}/g)].map((match) => match[1] ?? '').toSorted();

/** Matches a number followed by a plural noun: "{{n}} free seats" would read "1 free seats". Only nouns that the product counts are listed. */
const pluralAfterNumber = new RegExp(
  `\\{\\{\\w+\\}\\} (?:(?!is |are |has |have |and |of |in |to |on |at |for |with |after |by )[a-z'-]+ ){0,2}(?:${[
    'accounts|answers|attempts|characters|classes|codes|days|digits|entries|examinees|exams|files|hours|invigilators|items|lessons',
    'minutes|notes|pages|papers|parts|people|photos|places|points|questions|records|rooms|rows|scores|scripts|seats|sections',
    'sessions|sheets|students|times|variants|venues|weeks|years',
  ].join('|')})\\b`,
);

/** Names of languages, which are written the same in every language. */
const named = new Set(['中文', '简体中文']);

// A type checks that both languages have the same keys (`web/lib/create-catalogue.ts`); these tests check the texts.
describe.each(catalogues)('text catalogue %s', (_, catalogue) => {
  const zh = leaves(catalogue['zh-CN']);
  const en = leaves(catalogue.en);

  it('has the same keys in both languages, and no empty Chinese text', () => {
    // A text that depends on a count has one form in Chinese and two in English.
    const expected = [...zh.keys()].flatMap((key) => (key.endsWith('_other') ? [key, key.replace(/_other$/, '_one')] : [key]));
    expect([...en.keys()].toSorted()).toEqual(expected.toSorted());
    // An English text may be empty where Chinese needs a measure word. A Chinese text must never be empty.
    expect([...zh].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('has the same placeholders in both languages', () => {
    for (const [key, text] of zh) expect([key, placeholders(en.get(key) ?? '')]).toEqual([key, placeholders(text)]);
  });

  it('has a singular form for each noun after a number', () => {
    const wrong = [...en].filter(([key, text]) => !/_(?:one|other)$/.test(key) && pluralAfterNumber.test(text));
    expect(wrong).toEqual([]);
  });

  it('has no Chinese in the English texts', () => {
    expect([...en].filter(([, text]) => /\p{Script=Han}/u.test(text) && !named.has(text))).toEqual([]);
  });
});
