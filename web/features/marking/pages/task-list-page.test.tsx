import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { PerformedTasksPage } from './task-list-page.tsx';

it('an assessor signs in to an exam, and the list then shows the time', async () => {
  await i18n.load(['marking', 'ui', 'words']);
  const server = startFakeServer();
  const example = createExampleAnswer('/marking/getList', 1);
  const list = (signedInMs: number | null) => ({
    items: example.items.map((item) => ({ ...item, planId: 3, name: 'Exam', released: false, signedInMs })),
  });
  server.answer('/marking/getList', list(null));
  const { person } = await renderPage(<PerformedTasksPage />, { at: '/tasks', path: '/tasks', person: createSessionUser('marker') });
  const button = await screen.findByRole('button', { name: 'Sign in to Exam' });
  const signedInMs = Date.UTC(2026, 11, 1, 0, 31);
  server.answer('/marking/signIn', { signedInMs });
  server.answer('/marking/getList', list(signedInMs));
  await person.click(button);
  expect(await screen.findByText('Signed in at 2026-12-01 08:31')).toBeDefined();
  expect(server.sentTo('/marking/signIn')[0]?.input).toEqual({ planId: 3 });
  await waitFor(() => expect(server.unanswered()).toBe(0));
  expect(screen.queryByRole('button', { name: 'Sign in to Exam' })).toBeNull();
});

it('the list of practical tasks links to their score sheets', async () => {
  await i18n.load(['marking', 'ui', 'words']);
  const server = startFakeServer();
  const example = createExampleAnswer('/marking/getList', 1);
  const tasks = (example.items[0]?.tasks ?? []).slice(0, 1).map((task) => ({ ...task, questionId: 5 }));
  server.answer('/marking/getList', { items: example.items.map((item) => ({ ...item, planId: 3, released: false, tasks })) });
  await renderPage(<PerformedTasksPage />, { at: '/tasks', path: '/tasks', person: createSessionUser('marker') });
  const link = await screen.findByRole('link', { name: /^(Start|Continue|View)/ });
  expect(link.getAttribute('href')).toBe('/marker/examOption/item/3/0?question=5');
});
