import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '../../../../../tests/fixtures/component/render-page.tsx';
import type { AttemptView } from '../../../../../sync/engine/client/attempt-session.ts';
import { formatClock } from '../../../../lib/format-time.ts';
import { i18n } from '../../../../lib/i18n.ts';
import type { ReceiptCheckResult } from '../../model/delivery-state.ts';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import { MoveFacts } from '../gate/move-facts.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';

beforeEach(() => i18n.load(['examSitting', 'ui']));
const pcMs = Date.UTC(2026, 4, 20, 9, 30);
const serverMs = pcMs - 5 * 3_600_000;
const receipt = { digest: 'd', opCount: 3, answeredCount: 2, quarantined: [], receivedMs: serverMs };

function panel(check: ReceiptCheckResult, withReceipt: boolean) {
  const saveStatus = { localCount: 3, received: withReceipt ? 3 : 1, copies: 'both' };
  const handIn = { by: 'examinee', wallMs: pcMs, digest: 'd' };
  const view = { saveStatus, handIn, receipt: withReceipt ? receipt : null, answers: new Map(), news: null, phase: 'handedIn' };
  const facts = { schoolTitle: 'School', examName: 'Exam', personName: 'Li', ticketNo: '', answerableCount: 2, home: '/', score: '/' };
  return (
    <ReceiptPanel
      attemptId="00000000-0000-4000-8000-000000000001"
      facts={facts as unknown as SittingFacts}
      view={view as unknown as AttemptView}
      check={check}
    />
  );
}
const time = (ms: number) => formatClock(ms);

it('the receipt shows the server’s time once the server has the hand-in', async () => {
  await renderPage(panel('valid', true));
  expect(await screen.findByText(new RegExp(`Received by the server at ${time(serverMs)}`))).toBeDefined();
  expect(document.body.textContent).not.toContain(time(pcMs));
});

it('the receipt shows the PC’s time before that, and if the receipt does not verify', async () => {
  const { unmount } = await renderPage(panel('none', false));
  expect(await screen.findByText(new RegExp(`Handed in at ${time(pcMs)} by the clock of this PC`))).toBeDefined();
  unmount();
  await renderPage(panel('forged', true));
  expect(await screen.findByText(new RegExp(`Handed in at ${time(pcMs)} by the clock of this PC`))).toBeDefined();
});

it('the receipt leads back to the exams first, because the scores may not be released yet', async () => {
  await renderPage(panel('valid', true));
  const [score, home] = [await screen.findByRole('link', { name: 'View score' }), screen.getByRole('link', { name: /^Back to/ })];
  expect(home.className).toContain('bg-primary');
  expect(score.className).not.toContain('bg-primary');
});

it('the other PC is shown as probably connected after a recent contact, else as not connected', async () => {
  const other = { heardMs: pcMs, connected: true, receivedOps: 4, answered: 2, serverNow: pcMs + 25_000 };
  const { unmount } = await renderPage(<MoveFacts other={other} />);
  expect(await screen.findByText(/^Probably connected/)).toBeDefined();
  expect(screen.getByText(/25 s/)).toBeDefined();
  unmount();
  await renderPage(<MoveFacts other={{ ...other, serverNow: pcMs + 41_000 }} />);
  expect(await screen.findByText('Not connected to the server')).toBeDefined();
});
