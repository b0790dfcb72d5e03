import { act, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'jotai';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../tests/fixtures/component/render-page.tsx';
import { makeCall } from '../platform/api/call.ts';
import { appStore, sessionEndedAtom } from '../platform/session/session-atoms.ts';
import { loadTexts } from './i18n.ts';
import { PageFrame } from './page-frame.tsx';
import { routeRows } from './routes.ts';
import { SessionDialog } from './session-dialog.tsx';
import { signOutDraftCountAtom } from './session-end.ts';

const dialogName = { name: 'Sign in again?' };

it.each([
  ['/student/home/index', 'student', 'expired'],
  ['/student/home/:planId', 'student', 'elsewhere'],
  ['/student/exam/score/:planId', 'student', 'signedOut'],
  ['/teacher/student/statistics/progress/:id', 'school', 'expired'],
  ['/teacher/exam/exam-plan/item/:planId', 'school', 'expired'],
  ['/teacher/exam/questions/import', 'school', 'expired'],
  ['/teacher/student/index', 'school', 'expired'],
] as const)('%s asks to sign in again when a call finds the session ended, and shows no network error', async (path, role, error) => {
  appStore.set(sessionEndedAtom, null);
  const row = routeRows.find((each) => each.path === path);
  if (row === undefined) throw new Error(`no page at ${path}`);
  const server = startFakeServer();
  server.otherwise.refuse(error, 'The session is over.');
  const [Page] = await Promise.all([row.page(), loadTexts(row.texts)]);
  await renderPage(<Page />, { at: path.replace(/:\w+/, '1'), path, person: createSessionUser(role), handle: [row] });
  await waitFor(() => expect(appStore.get(sessionEndedAtom)?.message).toBe('The session is over.'));
  if (role === 'student') expect((await screen.findAllByText(/^You have been signed out/)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/network|no score/i)).toBeNull();
});

it('after the dialog is dismissed, only an action asks to sign in again, not a background call', async () => {
  appStore.set(sessionEndedAtom, null);
  const server = startFakeServer();
  server.refuse('/class/getOptions', 'disabled', 'The account is disabled.');
  await renderPage(<SessionDialog />);
  const call = (quiet: boolean) => makeCall('/class/getOptions', {}, { quiet }).catch(() => undefined);
  await call(false);
  await screen.findByRole('alertdialog', dialogName);
  expect(await screen.findAllByText('The account is disabled.')).toHaveLength(2);
  act(() => screen.getByRole('button', { name: 'Cancel' }).click());
  await call(true);
  expect(appStore.get(sessionEndedAtom)).toBeNull();
  await call(false);
  expect(appStore.get(sessionEndedAtom)).not.toBeNull();
  appStore.set(sessionEndedAtom, null);
});

it('the page frame asks to sign in again and warns about drafts, without a query client', async () => {
  appStore.set(sessionEndedAtom, { code: 4010, message: 'The session is over.' });
  const router = createMemoryRouter([{ element: <PageFrame />, children: [{ path: '*', element: <p>a page</p> }] }]);
  await act(async () =>
    render(
      <Provider store={appStore}>
        <RouterProvider router={router} />
      </Provider>,
    ),
  );
  expect(await screen.findByRole('alertdialog', dialogName)).toBeDefined();
  act(() => {
    appStore.set(sessionEndedAtom, null);
    appStore.set(signOutDraftCountAtom, 2);
  });
  await screen.findByRole('alertdialog', { name: 'Unsaved changes' });
  act(() => appStore.set(signOutDraftCountAtom, null));
});
