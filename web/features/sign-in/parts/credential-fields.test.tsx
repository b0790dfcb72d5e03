import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { CredentialFields } from './credential-fields.tsx';

beforeEach(() => i18n.load(['signIn', 'app', 'ui']));

it('asks for the second-factor code on the server’s demand, and drops it for another login name', async () => {
  const server = startFakeServer();
  const onSignedIn = vi.fn();
  const { person } = await renderPage(<CredentialFields kind="password" schoolId={4} onSignedIn={onSignedIn} />, { person: null });
  await person.type(screen.getByLabelText('Login name'), 'school');
  await person.type(screen.getByLabelText('Password'), 'secret');
  expect(screen.queryByLabelText('Code')).toBeNull();
  server.refuse('/user/login', 'refused', 'Enter the code', { secondFactor: true });
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  const code = await screen.findByLabelText('Code');
  expect(document.activeElement).toBe(code);
  // The server asks for the code for the first time; the form does not show that as an error.
  expect(screen.queryByText('Enter the code')).toBeNull();

  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByText('Enter the code')).toBeTruthy();
  expect(server.sentTo('/user/login')).toHaveLength(1);
  server.refuse('/user/login', 'invalid', 'This code is wrong', { secondFactor: true });
  await person.type(code, '000000{Enter}');
  expect(await screen.findByText('This code is wrong')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('');

  await person.type(screen.getByLabelText('Login name'), '2');
  expect(screen.queryByLabelText('Code')).toBeNull();
  server.answer('/user/login', { token: 't', device: 'd' });
  const { user } = createExampleAnswer('/user/getInfo');
  server.answer('/user/getInfo', { user: { ...user, user_type: 2 }, roles: ['school'] });
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(server.sentTo('/user/login').map(({ input }) => (input as { code?: string }).code)).toEqual([undefined, '000000', undefined]);
});
