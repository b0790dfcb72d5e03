import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { takeDirectoryFlow } from '../directory-flow.ts';
import { SignInReturnPage } from '../pages/sign-in-return-page.tsx';
import { DirectoryTab } from './directory-tab.tsx';

beforeEach(() => i18n.load(['signIn', 'app', 'ui']));

const open = (way: 'password' | 'redirect') =>
  renderPage(<DirectoryTab directory={{ name: 'Campus', way }} schoolId={4} onSignedIn={vi.fn()} />, { person: null });

it('31.2: asks the directory for the typed password, and shows its refusal', async () => {
  const server = startFakeServer();
  server.refuse('/directory/signIn', 'refused', 'The institution account or its password is wrong');
  const { person } = await open('password');
  await person.type(screen.getByLabelText('Login name'), 'zhang');
  await person.type(screen.getByLabelText('Password'), 'secret');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The institution account or its password is wrong');
  expect(server.sentTo('/directory/signIn')[0]?.input).toEqual({ school_id: 4, login_name: 'zhang', login_pwd: 'secret' });
  expect(server.sentTo('/user/login')).toEqual([]);
});

it('31.2: stays on the page and says why if the directory’s page cannot be opened', async () => {
  const server = startFakeServer();
  server.refuse('/directory/begin', 'refused', 'It does not work at the moment');
  const { person } = await open('redirect');
  await person.click(screen.getByRole('button', { name: 'Sign in with Campus' }));
  expect((await screen.findByRole('alert')).textContent).toBe('It does not work at the moment');
  expect(takeDirectoryFlow()).toBeNull();
});

it('31.2: signs nobody in at the return page unless the sign-in began in this tab', async () => {
  const server = startFakeServer();
  await renderPage(<SignInReturnPage />, { person: null });
  expect((await screen.findByRole('alert')).textContent).toContain('No sign-in was begun here');
  expect(screen.getByRole('link', { name: 'Back to the sign-in page' }).getAttribute('href')).toBe('/login');
  expect(server.sentTo('/directory/finish')).toEqual([]);
});
