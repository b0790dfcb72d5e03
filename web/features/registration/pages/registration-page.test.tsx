import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { isWorkProofValid } from '../../../../sync/crypto/work-proof.ts';
import { RegistrationPage } from './registration-page.tsx';

const entries = [
  [/^School website code/, 'demo'],
  [/^Name/, 'Fang'],
  [/^Login name/, 'fang'],
  [/^Password/, 'Wo-shi-xin-1'],
  [/^Phone/, '13812345678'],
] as const;

it('answers the challenge of a busy server once, and shows a later refusal', async () => {
  const server = startFakeServer();
  server.answer('/school/getByWebsite', { ...createExampleAnswer('/school/getByWebsite'), website: 'demo', registration: true });
  server.answer('/user/isExist', { exists: false });
  server.refuse('/user/addRS', 'tooMany', 'Too many registrations from here', { challenge: '1.a.b' });
  const { person } = await renderPage(<RegistrationPage />);
  for (const [label, text] of entries) await person.type(await screen.findByLabelText(label, { selector: 'input' }), text);
  await person.click(screen.getByRole('button', { name: 'Submit registration' }));
  await screen.findByText('Too many registrations from here', undefined, { timeout: 20_000 });
  const [first, second, ...more] = server.sentTo('/user/addRS').map(({ input }) => input.proof);
  expect([first, more]).toEqual([undefined, []]);
  expect(second !== undefined && (await isWorkProofValid(second))).toBe(true);
}, 30_000);

it('repeats a registration without an answer under the same key, and sends a corrected one under another', async () => {
  const server = startFakeServer();
  server.answer('/school/getByWebsite', { ...createExampleAnswer('/school/getByWebsite'), website: 'demo', registration: true });
  server.answer('/user/isExist', { exists: false });
  server.loseAnswer('/user/addRS');
  const { person } = await renderPage(<RegistrationPage />, { person: null });
  for (const [label, text] of entries) await person.type(await screen.findByLabelText(label, { selector: 'input' }), text);
  const submit = screen.getByRole('button', { name: 'Submit registration' });
  for (const count of [1, 2]) {
    await person.click(submit);
    await waitFor(() => expect(server.sentTo('/user/addRS')).toHaveLength(count));
    await screen.findByRole('alert');
    await waitFor(() => expect(submit.getAttribute('aria-busy')).toBeNull());
  }
  server.answer('/user/addRS', { waits: true });
  await person.type(screen.getByLabelText(/^Name/, { selector: 'input' }), ' Li');
  await person.click(submit);
  await screen.findByText('Registration submitted');
  const [first, second, third, ...more] = server.sentTo('/user/addRS');
  expect(second?.requestKey).toBe(first?.requestKey);
  expect(third?.requestKey).not.toBe(first?.requestKey);
  expect([first?.input.name, third?.input.name, more]).toEqual(['Fang', 'Fang Li', []]);
});

it('shows an unknown school beside its field, and registers nobody', async () => {
  const server = startFakeServer();
  server.refuse('/school/getByWebsite', 'notFound', 'No such school');
  server.answer('/user/isExist', { exists: false });
  const { person } = await renderPage(<RegistrationPage />, { person: null });
  for (const [label, text] of entries) await person.type(await screen.findByLabelText(label, { selector: 'input' }), text);
  await person.click(screen.getByRole('button', { name: 'Submit registration' }));
  const school = screen.getByLabelText(/^School website code/);
  await waitFor(() => expect(document.activeElement).toBe(school));
  expect(school.getAttribute('aria-invalid')).toBe('true');
  expect(server.sentTo('/user/addRS')).toEqual([]);
});
