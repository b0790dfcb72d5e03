import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { markingTexts } from './marking-texts.ts';
import type { MarkStorage } from './use-marks.ts';

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
const giving = (points: number) => ({ points: [points], veto: [], comment: '' });
const mark = { planId: 1, questionId: 2, code: 3, basis: 'b', given: giving(4) };
const waits = { name: '7 1 2 3', mark, keptMs: 1 };

beforeAll(() => i18n.start('zh-CN', { 'zh-CN': { marking: markingTexts['zh-CN'] } }, async () => ({})));

describe('save status of a marking page', () => {
  const renderIndicator = async (marks: Partial<MarkStorage>): Promise<string> => {
    const { MarksSaveIndicator } = await import('./parts/marks-save-indicator.tsx');
    const all = { keptMs: 1, gaveMs: 1, heldIn: 'both', waiting: [], refused: [], ...marks } as unknown as MarkStorage;
    return renderToStaticMarkup(createElement(MarksSaveIndicator, { marks: all, ready: false }));
  };

  it('says that the server has all marks only if none waits and none was refused', async () => {
    const sent = markingTexts['zh-CN'].allSent;
    expect(await renderIndicator({})).toContain(sent);
    expect(await renderIndicator({ waiting: [waits] })).not.toContain(sent);
    expect(await renderIndicator({ refused: [{ ...waits, refused: '已公布' }] })).not.toContain(sent);
    // The mark was given a moment ago, and is not yet in the list of marks that wait for the server.
    expect(await renderIndicator({ gaveMs: null })).not.toContain(sent);
  });

  it('shows the sheet that is being typed, even after the clock was set back', async () => {
    const { mergeSheets } = await import('./use-score-sheet-drafts.ts');
    const onDisk = new Map([[3, { giving: giving(1), keptMs: 3_600_000, takenMs: null }]]);
    const typed = new Map([[3, { giving: giving(2), keptMs: 5, takenMs: null }]]);
    expect(mergeSheets(typed, onDisk, new Map([[3, giving(2)]])).get(3)).toMatchObject({ giving: { points: [2] } });
    expect(mergeSheets(typed, onDisk, new Map()).get(3)).toMatchObject({ giving: { points: [1] } });
  });
});
