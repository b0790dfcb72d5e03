import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { workerStateAtom } from '../../../platform/pwa/worker-state.ts';
import { appStore } from '../../../platform/session/session-atoms.ts';
import { PcNote } from './pc-note.tsx';

it('the note says what to do about a certificate that the browser does not trust', async () => {
  appStore.set(workerStateAtom, 'untrusted');
  startFakeServer().refuse('/sync/time', 'unavailable', '');
  await renderPage(<PcNote />);
  await screen.findByText(/Ask the administrator to install the school’s certificate/);
  expect(document.body.textContent).not.toContain('Stay connected for a moment');
});

it('the note promises no offline program that the browser refuses, and links to the self-check', async () => {
  appStore.set(workerStateAtom, 'forbidden');
  startFakeServer().refuse('/sync/time', 'unavailable', '');
  await renderPage(<PcNote />);
  await screen.findByText(/did not install the offline program/);
  expect(document.body.textContent).not.toContain('Stay connected for a moment');
  expect(screen.getByRole('link', { name: /Self-check of this PC/ }).getAttribute('href')).toBe('/test');
});
