import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { RecordListPage } from './record-list-page.tsx';

it('a record of an exam without rooms shows a dash for the seat', async () => {
  const server = startFakeServer();
  await i18n.load(['account', 'ui', 'words', 'codes']);
  const answer = createExampleAnswer('/record/getList', 1);
  server.answer('/record/getList', { ...answer, certificates: [], items: answer.items.map((item) => ({ ...item, seatLabel: '' })) });
  await renderPage(<RecordListPage />, { person: createSessionUser('student'), at: '/student/user/index', path: '/student/user/index' });
  const headers = (await screen.findAllByRole('columnheader')).map((header) => header.textContent);
  await waitFor(() => expect(screen.getAllByRole('cell')[headers.indexOf('Seat')]?.textContent).toBe('–'));
});
