import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { DeliveryListPage } from './delivery-list-page.tsx';

it('the delivery log shows the receiver’s answer, and sends a delivery again', async () => {
  await i18n.load(['webhook', 'resource', 'ui', 'app', 'words']);
  const server = startFakeServer();
  const [example] = createExampleAnswer('/webhook/getDeliveries', 1).items;
  if (!example) throw new Error('no example');
  const failed = {
    ...example,
    id: 5,
    event: 'handedIn' as const,
    state: 2 as const,
    status: 500,
    answer: 'down',
    error: 'The receiver answered HTTP 500',
  };
  server.answer('/webhook/getById', { ...createExampleAnswer('/webhook/getById'), id: 7, name: 'Student records' });
  server.answer('/webhook/getDeliveries', { items: [failed], total: 1 });
  const { person } = await renderPage(<DeliveryListPage />, {
    at: '/teacher/manage/webhook/7',
    path: '/teacher/manage/webhook/:id',
  });
  expect(await screen.findByText('The receiver answered HTTP 500 · down')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: /^Send again/ }));
  server.answer('/webhook/sendAgain', {});
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(server.sentTo('/webhook/sendAgain').map(({ input }) => input)).toEqual([{ deliveryId: 5 }]));
});
