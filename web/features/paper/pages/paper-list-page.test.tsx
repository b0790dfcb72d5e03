import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { flowAtoms } from '../../../platform/session/app-flow.ts';
import { appStore } from '../../../platform/session/session-atoms.ts';
import { PaperListPage } from './paper-list-page.tsx';

it('the list of papers links to an unsaved paper form until the form is saved', async () => {
  await i18n.load(['paper', 'codes', 'ui', 'app', 'resource']);
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const form = { path: '/teacher/exam/paper/create' };
  await renderPage(<PaperListPage />, { at: '/teacher/exam/index', path: '/teacher/exam/index', person: createSessionUser('teacher') });
  const exam = appStore.get(flowAtoms.exam);
  act(() => appStore.set(flowAtoms.exam, { ...exam, paperFormSaved: false, form }));
  expect((await screen.findByRole('link', { name: 'Continue editing' })).getAttribute('href')).toBe(form.path);
  act(() => appStore.set(flowAtoms.exam, { ...exam, paperFormSaved: true, form: null }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Continue editing' })).toBeNull());
});
