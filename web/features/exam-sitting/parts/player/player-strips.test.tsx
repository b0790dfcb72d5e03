import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../../../tests/fixtures/component/render-page.tsx';
import { classifyWorkerRefusal, workerStateAtom, type WorkerState } from '../../../../platform/pwa/worker-state.ts';
import { appStore } from '../../../../platform/session/session-atoms.ts';
import type { SittingSnapshot, SittingController } from '../../model/sitting-controller.ts';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import { PlayerStrips } from './player-strips.tsx';

const saveStatus = {
  failure: null,
  saving: false,
  savedAtMs: 1,
  copies: 'both',
  reachable: true,
  isServerStoring: true,
  received: 1,
  localCount: 1,
};
const snapshot = { failed: false, unsaved: new Map(), unsavedFlags: new Map(), view: { saveStatus, news: null, unreadable: 0 } };
const controller = {
  subscribe: () => () => undefined,
  snapshot: () => snapshot as unknown as SittingSnapshot,
} as unknown as SittingController;
const strips = <PlayerStrips controller={controller} facts={{} as SittingFacts} attemptId="a" />;

const setWorker = (state: WorkerState) => act(async () => appStore.set(workerStateAtom, state));

it.each(['pending', 'untrusted', 'unsupported', 'forbidden', 'failed'] as const)(
  'a service worker in the state %s warns not to reload offline, until it is active',
  async (state) => {
    await setWorker(state);
    await renderPage(strips);
    await screen.findByText(/Do not reload or close this page while offline/);
    await setWorker('active');
    expect(document.body.textContent).not.toContain('reload');
  },
);

it('the warning mentions the certificate only if the browser does not trust it', async () => {
  await setWorker('untrusted');
  await renderPage(strips);
  expect(document.body.textContent).toContain('certificate');
  await setWorker('failed');
  expect(document.body.textContent).not.toContain('certificate');
});

it('classifyWorkerRefusal tells a certificate, a policy, blocked site data and a failed download apart', () => {
  const refusal = (message: string, name = 'SecurityError') => classifyWorkerRefusal(new DOMException(message, name));
  expect([
    refusal('Failed to register a ServiceWorker: An SSL certificate error occurred when fetching the script.'),
    refusal('The operation is insecure.'),
    refusal('The user denied permission to use Service Worker.'),
    refusal("The script has an unsupported MIME type ('text/html')."),
    classifyWorkerRefusal(new TypeError('Failed to fetch')),
    classifyWorkerRefusal('of no known kind'),
  ]).toEqual(['untrusted', 'untrusted', 'forbidden', 'failed', 'failed', 'failed']);
});
