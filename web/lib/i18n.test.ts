import { beforeEach, expect, it, vi } from 'vitest';
import type { i18n as I18n } from './i18n.ts';

const zh = {
  title: '试卷',
  rows_other: '{{count}} 行',
  of: '{{name}} 的 {{name}}，共 {{total}}',
  tree: { deep: { leaf: '叶', 'flat.rows_other': '{{count}} 片' } },
  'stage.ended': '已结束',
  empty: '',
};
const en = {
  title: 'Papers',
  rows_other: '{{count}} rows',
  rows_one: '{{count}} row',
  of: '',
  room: '{{rooms}} {{rooms|room is|rooms are}} ready, {{seats}} {{seats|seat|seats}}',
  tree: { deep: { leaf: 'leaf' } },
  empty: '',
};
const other = { title: '别的', only: '只在这里' };

let i18n: typeof I18n;
const fetched: string[] = [];
type Loose = (key: string, values?: object) => string;
const sayer = (...names: string[]): Loose => i18n.of(names as never) as unknown as Loose;
beforeEach(async () => {
  vi.resetModules();
  fetched.length = 0;
  ({ i18n } = await import('./i18n.ts'));
  i18n.start('zh-CN', { 'zh-CN': { paper: zh } }, async (language, name) => {
    fetched.push(`${language} ${name}`);
    if (fetched.length === 1 && (name as string) === 'shaky') throw new Error('no network');
    return (name as string) === 'other' ? other : language === 'en' ? en : zh;
  });
});

it('t formats a text by its path with the given values, and leaves missing values empty', () => {
  const t = sayer('paper');
  expect([t('title'), t('tree.deep.leaf'), t('of', { name: '甲$&', total: 3 }), t('of')]).toEqual([
    '试卷',
    '叶',
    '甲$& 的 甲$&，共 3',
    ' 的 ，共 ',
  ]);
});

it('t finds keys that contain a dot, at the top and within a tree', () => {
  const t = sayer('paper');
  expect([t('stage.ended'), t('tree.deep.flat.rows', { count: 2 }), t('stage.begun')]).toEqual(['已结束', '2 片', 'stage.begun']);
});

it('t chooses the plural form by the count', async () => {
  expect([sayer('paper')('rows', { count: 1 }), sayer('paper')('rows', { count: 2 })]).toEqual(['1 行', '2 行']);
  await i18n.changeLanguage('en');
  expect([sayer('paper')('rows', { count: 1 }), sayer('paper')('rows', { count: 0 })]).toEqual(['1 row', '0 rows']);
});

it('t chooses each plural form of a text by its own number', async () => {
  await i18n.changeLanguage('en');
  const t = sayer('paper');
  expect([t('room', { rooms: 1, seats: 30 }), t('room', { rooms: '2', seats: 1 }), t('room', { rooms: 0 })]).toEqual([
    '1 room is ready, 30 seats',
    '2 rooms are ready, 1 seat',
    '0 rooms are ready,  seats',
  ]);
});

it('t returns the key or the default for a missing text, and an empty text as empty', () => {
  const t = sayer('paper');
  expect([t('nothing'), t('tree.deep'), t('nothing', { defaultValue: '?' }), t('empty'), t('title.more')]).toEqual([
    'nothing',
    'tree.deep',
    '?',
    '',
    'title.more',
  ]);
});

it('t searches several catalogues in order, or only the named one', async () => {
  await i18n.load(['other' as never]);
  const t = sayer('paper', 'other');
  expect([t('title'), t('only'), t('other:title')]).toEqual(['试卷', '只在这里', '别的']);
});

it('t is the same function until the language changes', async () => {
  const t = sayer('paper');
  expect(sayer('paper')).toBe(t);
  await i18n.changeLanguage('en');
  expect(sayer('paper')).not.toBe(t);
});

it('changeLanguage loads each used catalogue once, and then informs its listeners', async () => {
  const listener = vi.fn(() => sayer('paper')('title'));
  i18n.onChange(listener);
  await i18n.load(['other' as never]);
  await Promise.all([i18n.changeLanguage('en'), i18n.load(['other' as never])]);
  expect(listener).toHaveReturnedWith('Papers');
  expect(fetched).toEqual(['zh-CN other', 'en paper', 'en other']);
});

it('load tries again after a catalogue failed to load', async () => {
  await expect(i18n.load(['shaky' as never])).rejects.toThrow('no network');
  await i18n.load(['shaky' as never]);
  expect(i18n.isHere('zh-CN', 'shaky' as never)).toBe(true);
});
