import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { takeDirectoryFlow, writeDirectoryFlow } from '../directory-flow.ts';
import { SignInReturnPage } from '../pages/sign-in-return-page.tsx';
import { DirectoryTab } from './directory-tab.tsx';

beforeEach(() => i18n.load(['signIn', 'app', 'ui']));

const open = (way: 'password' | 'redirect') =>
  renderPage(<DirectoryTab directory={{ name: 'Campus', way }} schoolId={4} onSignedIn={vi.fn()} />, { person: null });

it('sends the typed password for the directory, and shows its refusal', async () => {
  const server = startFakeServer();
  server.refuse('/directory/signIn', 'refused', 'The institution account or its password is wrong');
  const { person } = await open('password');
  await person.type(screen.getByLabelText('Login name'), 'zhang');
  await person.type(screen.getByLabelText('Password'), 'secret');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The institution account or its password is wrong');
  expect(server.sentTo('/directory/signIn')[0]?.input).toEqual({ school_id: 4, login_name: 'zhang', login_pwd: 'secret', code: '' });
  expect(server.sentTo('/user/login')).toEqual([]);
});

it('stays on the page and shows why if the directory’s sign-in page cannot be opened', async () => {
  const server = startFakeServer();
  server.refuse('/directory/begin', 'refused', 'It does not work at the moment');
  const { person } = await open('redirect');
  await person.click(screen.getByRole('button', { name: 'Sign in with Campus' }));
  expect((await screen.findByRole('alert')).textContent).toBe('It does not work at the moment');
  expect(takeDirectoryFlow()).toBeNull();
});

it('signs nobody in at the return page unless the sign-in began in this tab', async () => {
  const server = startFakeServer();
  await renderPage(<SignInReturnPage />, { person: null });
  expect((await screen.findByRole('alert')).textContent).toContain('No sign-in was begun here');
  expect(screen.getByRole('link', { name: 'Back to the sign-in page' }).getAttribute('href')).toBe('/login');
  expect(server.sentTo('/directory/finish')).toEqual([]);
});

it('sends the code of the second factor with the directory’s password', async () => {
  const server = startFakeServer();
  const { person } = await open('password');
  await person.type(screen.getByLabelText('Login name'), 'zhang');
  await person.type(screen.getByLabelText('Password'), 'secret');
  server.refuse('/directory/signIn', 'refused', 'Enter the code', { secondFactor: true });
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  server.refuse('/directory/signIn', 'invalid', 'This code is wrong', { secondFactor: true });
  await person.type(await screen.findByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByText('This code is wrong')).toBeTruthy();
  expect(server.sentTo('/directory/signIn').map(({ input }) => (input as { code: string }).code)).toEqual(['', '123456']);
});

it('asks for the code at the return page, and sends it with the server’s flow token', async () => {
  const server = startFakeServer();
  writeDirectoryFlow({ flow: 'begun', signIn: '/login/demo', redirect: null });
  server.refuse('/directory/finish', 'refused', 'Enter the code', { secondFactor: true, flow: 'proven' });
  const { person } = await renderPage(<SignInReturnPage />, { person: null });
  const code = await screen.findByLabelText('Code');
  expect(screen.getByRole('heading', { name: 'Two-step sign-in' })).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByText('Enter the code')).toBeTruthy();
  server.refuse('/directory/finish', 'invalid', 'This code is wrong', { secondFactor: true });
  await person.type(code, '000000{Enter}');
  expect(await screen.findByText('This code is wrong')).toBeTruthy();
  server.refuse('/directory/finish', 'tooMany', 'Too many codes');
  await person.type(code, '111111{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Too many codes');
  expect(screen.getByRole('link', { name: 'Back to the sign-in page' }).getAttribute('href')).toBe('/login/demo');
  server.answer('/directory/finish', { token: 't', device: 'd' });
  const { user } = createExampleAnswer('/user/getInfo');
  server.answer('/user/getInfo', { user: { ...user, user_type: 6 }, roles: ['teacher'] });
  await person.type(code, '{Backspace}2{Enter}');
  await vi.waitFor(() => expect(server.sentTo('/user/getInfo')).toHaveLength(1));
  const sent = server.sentTo('/directory/finish').map(({ input }) => input as { flow: string; code: string });
  expect(sent.map(({ flow, code: typed }) => [flow, typed])).toEqual([
    ['begun', ''],
    ['proven', '000000'],
    ['proven', '111111'],
    ['proven', '111112'],
  ]);
});
