import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { takeDirectoryFlow, writeDirectoryFlow } from '../directory-flow.ts';
import { LtiLaunchPage } from './lti-launch-page.tsx';
import { LtiLoginPage } from './lti-login-page.tsx';

beforeEach(() => i18n.load(['signIn', 'app', 'ui']));
afterEach(() => history.replaceState(null, '', '/'));

it('shows why a launch was refused, and stores nothing', async () => {
  const server = startFakeServer();
  history.replaceState(null, '', '/lti/login/4?iss=https%3A%2F%2Flms.school.test&login_hint=42');
  server.refuse('/lti/begin', 'refused', 'This learning platform is not registered');
  await renderPage(<LtiLoginPage />, { person: null, path: '/lti/login/:id', at: '/lti/login/4' });
  expect((await screen.findByRole('alert')).textContent).toBe('This learning platform is not registered');
  expect(server.sentTo('/lti/begin')[0]?.input).toEqual({ school_id: 4, request: 'iss=https%3A%2F%2Flms.school.test&login_hint=42' });
  expect(takeDirectoryFlow()).toBeNull();
});

it('refuses a launch that another window began, and removes the launch from the address', async () => {
  const server = startFakeServer();
  history.replaceState(null, '', '/lti/launch/4#id_token=a.b.c&state=s');
  await renderPage(<LtiLaunchPage />, { person: null });
  expect((await screen.findByRole('alert')).textContent).toContain('must open it in a new window');
  expect(location.hash).toBe('');
  expect(server.sentTo('/lti/finish')).toEqual([]);
});

it('sends the launch once, asks for the code of the second factor, and opens the session', async () => {
  const server = startFakeServer();
  writeDirectoryFlow({ flow: 'begun', signIn: '/login', redirect: null });
  history.replaceState(null, '', '/lti/launch/4#id_token=a.b.c&state=s');
  server.refuse('/lti/finish', 'refused', 'Enter the code', { secondFactor: true, flow: 'proven' });
  const { person } = await renderPage(<LtiLaunchPage />, { person: null });
  const code = await screen.findByLabelText('Code');
  server.answer('/lti/finish', { token: 't', device: 'd', courseId: 12 });
  const { user } = createExampleAnswer('/user/getInfo');
  server.answer('/user/getInfo', { user: { ...user, user_type: 7 }, roles: ['student'] });
  await person.type(code, '123456{Enter}');
  await vi.waitFor(() => expect(server.sentTo('/user/getInfo')).toHaveLength(1));
  expect(server.sentTo('/lti/finish').map(({ input }) => input)).toEqual([
    { flow: 'begun', answer: 'id_token=a.b.c&state=s', code: '' },
    { flow: 'proven', answer: 'id_token=a.b.c&state=s', code: '123456' },
  ]);
});
