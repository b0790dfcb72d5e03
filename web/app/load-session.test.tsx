import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { startFakeServer } from '../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../lib/i18n.ts';
import { readToken } from '../platform/api/token.ts';
import { appSession } from '../platform/session/app-session.ts';
import { getSignInAddress, loadSession } from './load-session.ts';

it.each([
  ['nobody', 'noUser', 'Verification failed. Sign in again.'],
  ['somebody without roles', 'noRoles', 'getInfo: roles must be a non-empty array.'],
] as const)('the token of %s is deleted, and the reason is shown', async (_whose, kind, words) => {
  await i18n.load(['app']);
  startFakeServer();
  await renderPage(<p>page</p>);
  vi.spyOn(appSession, 'load').mockResolvedValueOnce({ kind });
  expect(await act(loadSession)).toBeNull();
  await screen.findByText(words);
  expect(readToken()).toBeNull();
});

it.each([
  ['', '/login?redirect=%2Fcourse-window%2F12'],
  ['?school=demo', '/login/demo?redirect=%2Fcourse-window%2F12%3Fschool%3Ddemo'],
  ['?school=//evil.test', '/login?redirect=%2Fcourse-window%2F12%3Fschool%3D%2F%2Fevil.test'],
])('the sign-in address for a page with the query %j is that of its school', (search, address) => {
  expect(getSignInAddress({ pathname: '/course-window/12', search })).toBe(address);
});
