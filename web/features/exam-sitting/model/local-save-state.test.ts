import { describe, expect, it } from 'vitest';
import type { SaveIndicator } from '../../../../sync/engine/client/attempt-session.ts';
import { zhTexts } from '../texts/zh-cn.ts';
import { getReplicaTrouble, getLocalSaveState, isSavedInBothReplicas, chooseStrip } from './local-save-state.ts';
import type { SittingSnapshot } from './sitting-controller.ts';

const quiet: SaveIndicator = {
  savedAtMs: 5,
  saving: false,
  failure: null,
  copies: 'both',
  localCount: 3,
  received: 3,
  oldestUnreceivedMs: null,
  reachable: true,
  relayed: 0,
  isServerStoring: true,
};

const at = (saveStatus: Partial<SaveIndicator> = {}, controller: Partial<SittingSnapshot> = {}): SittingSnapshot => ({
  view: {
    answers: new Map(),
    flags: new Set(),
    saveStatus: { ...quiet, ...saveStatus },
    phase: 'open',
    news: null,
    extensionMs: 0,
    receipt: null,
    handIn: null,
    earlyOps: null,
    unreadable: 0,
  },
  unsaved: new Map(),
  unsavedFlags: new Map(),
  failed: false,
  ...controller,
});

describe('SY4: save indicators', () => {
  it('reports saved only when nothing on the screen is unsaved', () => {
    expect(getLocalSaveState(at())).toBe('saved');
    expect(getLocalSaveState(at({ savedAtMs: null }))).toBe('none');
    expect(getLocalSaveState(at({ saving: true }))).toBe('saving');
    expect(getLocalSaveState(at({}, { unsaved: new Map([['1', ['A']]]) }))).toBe('saving');
    expect(getLocalSaveState(at({}, { unsavedFlags: new Map([['1', true]]) }))).toBe('saving');
    expect(getLocalSaveState(at({ failure: 'quota' }))).toBe('failed');
    expect(getLocalSaveState(at({}, { failed: true }))).toBe('failed');
  });

  it('never reports safety with fewer than two proven replicas, and shows no other strip above that warning', () => {
    const trouble = { reachable: false, received: 1 } as const;
    expect([at(), at({ copies: 'database' }), at({ copies: 'journal' }), at({ copies: 'doubtful' })].map(isSavedInBothReplicas)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(chooseStrip(at({ ...trouble, copies: 'both' }))).toBe('offline');
    expect(chooseStrip(at({ ...trouble, copies: 'journal' }))).toBeNull();
    expect(chooseStrip(at({ ...trouble, copies: 'doubtful' }))).toBeNull();
    expect(chooseStrip(at({ ...trouble, copies: 'doubtful', failure: 'quota' }))).toBe('failed');
    expect([getReplicaTrouble(at({ copies: 'journal' })), getReplicaTrouble(at({ ...trouble, copies: 'doubtful' }))]).toEqual([
      'journal',
      'doubtful',
    ]);
  });

  it('the Chinese texts of a full disk promise no safety, and say what to do', () => {
    for (const text of Object.values(zhTexts.player.copies)) {
      expect(text).not.toMatch(/没有丢失|安全/);
      expect(text).toMatch(/不要关闭本页面.*举手/);
    }
    expect(zhTexts.player.savedDoubtful).not.toMatch(/已保存|已写入/);
    expect(zhTexts.player.copies.doubtful).toMatch(/导出作答文件.*二维码/);
  });

  it('choose the strip by the age of the oldest undelivered op, a lost connection or a failure', () => {
    expect(chooseStrip(at())).toBeNull();
    expect(chooseStrip(at({ oldestUnreceivedMs: 4_000 }))).toBeNull();
    expect(chooseStrip(at({ oldestUnreceivedMs: 61_000 }))).toBe('lagging');
    expect(chooseStrip(at({ reachable: false }))).toBe('offline');
    expect(chooseStrip(at({ reachable: false, failure: 'storage' }))).toBe('failed');
  });
});
