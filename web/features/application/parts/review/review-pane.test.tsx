import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../../tests/fixtures/component/render-page.tsx';
import { Button } from '../../../../ui/primitives/button.tsx';
import { ReviewPane } from './review-pane.tsx';

function ReviewDouble() {
  const [id, setId] = useState(1);
  return (
    <>
      <Button onClick={() => setId(id === 1 ? 2 : 1)}>Other application</Button>
      <ReviewPane kind="enroll" id={id} onStep={() => undefined} onDecided={() => undefined} />
    </>
  );
}

it('shows the ID number and the typed reason of one application only under that application', async () => {
  const server = startFakeServer();
  server.answer('/enroll/getById', ({ id }) => ({
    ...createExampleAnswer('/enroll/getById'),
    id,
    version: 1,
    name: `Applicant ${id}`,
    idNumber: '1101**********5262',
    status: 1,
  }));
  server.answer('/enroll/getIdNumber', { idNumber: '110101200109235262' });
  const { person } = await renderPage(<ReviewDouble />, { person: createSessionUser('enrollAdmin') });
  await screen.findByText(/Applicant 1/);
  // After this, both applications are in the query cache.
  const other = screen.getByRole('button', { name: 'Other application' });
  await person.click(other);
  await screen.findByText(/Applicant 2/);
  await person.click(screen.getByRole('button', { name: 'Show the full number (logged)' }));
  await waitFor(() => expect(document.body.textContent).toContain('110101200109235262'));
  await person.type(screen.getByRole('textbox', { name: 'Reason' }), 'blurred');
  await person.click(other);
  await screen.findByText(/Applicant 1/);
  expect(document.body.textContent).not.toContain('110101200109235262');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('');
});
