import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPage } from '../../../../../tests/fixtures/component/render-page.tsx';
import { certificateUntrustedAtom, isCertificateRefusal } from '../../../../platform/pwa/service-worker-registration.ts';
import { appStore } from '../../../../platform/session/session-atoms.ts';
import type { SittingSnapshot, SittingController } from '../../model/sitting-controller.ts';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import { PlayerStrips } from './player-strips.tsx';

const lamps = { failure: null, saving: false, savedAtMs: 1, copies: 'both', reachable: true, storing: true, received: 1, here: 1 };
const snapshot = { failed: false, unsaved: new Map(), unsavedFlags: new Map(), view: { lamps, news: null, unreadable: 0 } };
const desk = { subscribe: () => () => undefined, snapshot: () => snapshot as unknown as SittingSnapshot } as unknown as SittingController;
const strips = <PlayerStrips desk={desk} facts={{} as SittingFacts} attemptId="a" />;

afterEach(() => appStore.set(certificateUntrustedAtom, false));

it('25.17: an examinee whose browser does not trust the certificate is told not to reload while offline', async () => {
  appStore.set(certificateUntrustedAtom, true);
  await renderPage(strips);
  expect(await screen.findByText(/While you are offline, do not reload or close it/)).toBeDefined();
});

it('25.17: an examinee whose offline program runs is told nothing', async () => {
  await renderPage(strips);
  expect(document.body.textContent).not.toContain('certificate');
});

it('25.17: a refused certificate is told from a policy and from blocked cookies', () => {
  const refusal = (message: string, name = 'SecurityError') => isCertificateRefusal(new DOMException(message, name));
  expect([
    refusal('Failed to register a ServiceWorker: An SSL certificate error occurred when fetching the script.'),
    refusal('The operation is insecure.'),
    refusal('The user denied permission to use Service Worker.'),
    refusal('Failed to fetch', 'TypeError'),
  ]).toEqual([true, true, false, false]);
});
