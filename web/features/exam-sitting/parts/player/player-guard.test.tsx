import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../../../tests/fixtures/component/render-page.tsx';
import { noLockdown, type WatchKind } from '../../../../../sync/contract/exams/lockdown.ts';
import { i18n } from '../../../../lib/i18n.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { PaperWatermark } from './paper-watermark.tsx';
import { PlayerGuard } from './player-guard.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Renders the guard of an exam that records leaving the paper. Returns the kinds of events that were recorded. */
async function openGuard(rules = { ...noLockdown, warnAt: 1 }): Promise<WatchKind[]> {
  const kinds: WatchKind[] = [];
  const controller = { recordLeaving: (kind: WatchKind) => kinds.push(kind) } as unknown as SittingController;
  await i18n.load(['examSitting']);
  await renderPage(<PlayerGuard controller={controller} rules={rules} />);
  return kinds;
}
const release = (key: string) => act(async () => document.dispatchEvent(new KeyboardEvent('keyup', { key })));

it('records the screen-capture key, and warns the examinee', async () => {
  const kinds = await openGuard();
  await release('Enter');
  expect(kinds).toEqual([]);
  await release('PrintScreen');
  expect(kinds).toEqual(['capture']);
  expect(screen.getByRole('alert').textContent).toContain('take no screenshots');
});

it('records a second screen when it is connected', async () => {
  const attached = Object.assign(new EventTarget(), { isExtended: false });
  vi.stubGlobal('screen', attached);
  const kinds = await openGuard();
  expect(kinds).toEqual([]);
  attached.isExtended = true;
  await act(async () => attached.dispatchEvent(new Event('change')));
  expect(kinds).toEqual(['screen']);
});

it('records nothing in an exam without lockdown', async () => {
  vi.stubGlobal('screen', Object.assign(new EventTarget(), { isExtended: true }));
  const kinds = await openGuard(noLockdown);
  await release('PrintScreen');
  expect(kinds).toEqual([]);
});

it('the watermark shows name, end of the ticket number and time, and lets clicks through', async () => {
  const signs = '<&>';
  await renderPage(<PaperWatermark personName={`王${signs}`} ticketNo="2026110000123456" />);
  const mark = document.querySelector<HTMLElement>('[data-watermark]');
  expect(mark?.dataset.watermark).toMatch(/^王<&> 3456 \d\d:\d\d$/);
  expect(mark?.className).toContain('pointer-events-none');
  const watermarkSvg = decodeURIComponent(mark?.style.backgroundImage ?? '');
  expect(watermarkSvg).toContain('王&lt;&amp;&gt; 3456');
});
