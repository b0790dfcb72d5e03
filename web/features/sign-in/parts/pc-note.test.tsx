import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { certificateUntrustedAtom } from '../../../platform/pwa/service-worker-registration.ts';
import { appStore } from '../../../platform/session/session-atoms.ts';
import { PcNote } from './pc-note.tsx';

afterEach(() => appStore.set(certificateUntrustedAtom, false));

it('25.17: the sign-in page names a certificate that the browser does not trust, and what to do', async () => {
  appStore.set(certificateUntrustedAtom, true);
  startFakeServer().refuse('/sync/time', 'unavailable', '');
  await renderPage(<PcNote />);
  await screen.findByText(/Ask the administrator to install the school’s certificate/);
  expect(document.body.textContent).not.toContain('Stay connected for a moment');
});
