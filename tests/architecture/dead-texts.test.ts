import { describe, expect, it } from 'vitest';
import { findDeadTexts } from './dead-texts.ts';

const texts = {
  title: 'Papers',
  rows_other: '{{count}} rows',
  rows_one: '{{count}} row',
  states: { '0': 'off', on: 'on' },
  removeTitle: 'Remove?',
  tree: { any: { thing: 'x' } },
};
const page = (body: string, path = 'web/features/paper/page.tsx') => ({ path, text: `const { t } = useTranslation('paper');\n${body}` });
const dead = (...files: { path: string; text: string }[]) =>
  findDeadTexts({ paper: texts }, files).map(({ reason }) => reason.replace(/ is named.*/, ''));

const all =
  "t('title'); t('rows', { count: 2 }); t(`states.${state}`); t(`${what}Title`); const what = 'remove'; f('on'); i18n.all('paper').tree;";

describe('the check for unused texts', () => {
  it('reports no text that code names by key, by template or as a whole tree', () => expect(dead(page(all))).toEqual([]));

  it('reports a text that no code names', () => {
    expect(dead(page(all.replace("t('title');", '')))).toEqual(['title']);
    expect(dead(page(all.replace("t('rows', { count: 2 });", '')))).toEqual(['rows']);
    expect(dead(page(all.replace(/t\(`states[^;]*;/, '')))).toEqual(['states.0', 'states.on']);
    expect(dead(page(all.replace("i18n.all('paper').tree;", '')))).toEqual(['tree.any.thing']);
  });

  it('reports a text of a template whose inserted word occurs nowhere in the code', () => {
    expect(dead(page(all.replace("f('on');", '')))).toEqual(['states.on']);
    expect(dead(page(all.replace("const what = 'remove';", '')))).toEqual(['removeTitle']);
  });

  it('ignores comments, tests, other catalogues, and files that do not open the catalogue', () => {
    const rest = all.replace("t('title');", '');
    expect(dead(page(rest), { path: 'web/features/other/page.tsx', text: "f('title')" })).toEqual(['title']);
    expect(dead(page(`${rest} // t('title')\n`))).toEqual(['title']);
    expect(dead(page(rest), page("t('title')", 'web/features/paper/page.test.tsx'))).toEqual(['title']);
    expect(dead(page(rest), page("title: 'x'", 'web/features/paper/paper-texts.ts'))).toEqual(['title']);
    expect(dead(page(rest), { path: 'web/app/page.tsx', text: "i18n.t('paper:title')" })).toEqual([]);
  });
});
