import { describe, expect, it } from 'vitest';
import { refuseStaleVersion } from './stale-version.ts';

const thing = { 'zh-CN': '试卷', en: 'paper' };
const names = { name: { 'zh-CN': '名称', en: 'name' } };

describe('refuseStaleVersion', () => {
  it('says who changed which fields since, and when', () => {
    const note = { names: ['王老师', '李老师'], atMs: Date.UTC(2026, 4, 1, 1, 30), fields: ['name', 'seed'] };
    const text = {
      'zh-CN': '试卷已被王老师、李老师于 2026-05-01 09:30 修改（名称、seed），请刷新后再试',
      en: '王老师, 李老师 changed the paper at 2026-05-01 09:30 (name, seed); reload and try again',
    };
    const data = { by: note.names, atMs: note.atMs, changed: note.fields };
    expect(() => refuseStaleVersion(thing, note, names)).toThrow(expect.objectContaining({ error: 'conflict', text, data }));
  });

  it('says that someone else changed the row if no change note is stored', () => {
    const text = { 'zh-CN': '试卷已被他人修改，请刷新后再试', en: 'Someone else changed the paper; reload and try again' };
    expect(() => refuseStaleVersion(thing, { names: [], atMs: 0, fields: [] }, names)).toThrow(expect.objectContaining({ text }));
  });
});
