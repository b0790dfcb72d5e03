import { describe, expect, it } from 'vitest';
import type { Lamps } from '../../../../sync/engine/attempt-session.ts';
import { zhTexts } from '../texts/zh-cn.ts';
import { copyTrouble, hereLamp, isSafeHere, stripKind } from './lamp-state.ts';
import type { DeskSnapshot } from './sitting-desk.ts';

const quiet: Lamps = {
  savedAtMs: 5,
  saving: false,
  failure: null,
  copies: 'both',
  here: 3,
  received: 3,
  oldestUnreceivedMs: null,
  reachable: true,
  relayed: 0,
  storing: true,
};

const at = (lamps: Partial<Lamps> = {}, desk: Partial<DeskSnapshot> = {}): DeskSnapshot => ({
  view: {
    answers: new Map(),
    flags: new Set(),
    lamps: { ...quiet, ...lamps },
    phase: 'open',
    news: null,
    extensionMs: 0,
    receipt: null,
    handIn: null,
    early: null,
    unreadable: 0,
  },
  unsaved: new Map(),
  unsavedFlags: new Map(),
  failed: false,
  ...desk,
});

describe('SY4: the lamps', () => {
  it('says saved only when nothing on the screen is unsaved', () => {
    expect(hereLamp(at())).toBe('saved');
    expect(hereLamp(at({ savedAtMs: null }))).toBe('none');
    expect(hereLamp(at({ saving: true }))).toBe('saving');
    expect(hereLamp(at({}, { unsaved: new Map([['1', ['A']]]) }))).toBe('saving');
    expect(hereLamp(at({}, { unsavedFlags: new Map([['1', true]]) }))).toBe('saving');
    expect(hereLamp(at({ failure: 'quota' }))).toBe('failed');
    expect(hereLamp(at({}, { failed: true }))).toBe('failed');
  });

  it('25.1: with less than two proven replicas nothing is called safe, and no other line covers the trouble', () => {
    const trouble = { reachable: false, received: 1 } as const;
    expect([at(), at({ copies: 'database' }), at({ copies: 'journal' }), at({ copies: 'doubtful' })].map(isSafeHere)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(stripKind(at({ ...trouble, copies: 'both' }))).toBe('offline');
    expect(stripKind(at({ ...trouble, copies: 'journal' }))).toBeNull();
    expect(stripKind(at({ ...trouble, copies: 'doubtful' }))).toBeNull();
    expect(stripKind(at({ ...trouble, copies: 'doubtful', failure: 'quota' }))).toBe('failed');
    expect([copyTrouble(at({ copies: 'journal' })), copyTrouble(at({ ...trouble, copies: 'doubtful' }))]).toEqual(['journal', 'doubtful']);
  });

  it('25.1: the texts of a full disk promise nothing, and say what to do', () => {
    for (const text of Object.values(zhTexts.player.copies)) {
      expect(text).not.toMatch(/没有丢失|安全/);
      expect(text).toMatch(/不要关闭本页面.*举手/);
    }
    expect(zhTexts.player.savedDoubtful).not.toMatch(/已保存|已写入/);
    expect(zhTexts.player.copies.doubtful).toMatch(/导出作答文件.*二维码/);
  });

  it('goes by the age of the oldest undelivered op, not by the connection', () => {
    expect(stripKind(at())).toBeNull();
    expect(stripKind(at({ oldestUnreceivedMs: 4_000 }))).toBeNull();
    expect(stripKind(at({ oldestUnreceivedMs: 61_000 }))).toBe('lagging');
    expect(stripKind(at({ reachable: false }))).toBe('offline');
    expect(stripKind(at({ reachable: false, failure: 'storage' }))).toBe('failed');
  });
});
