import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { platformInfoAtom } from '../../../platform/pwa/platform-info.ts';
import { appStore } from '../../../platform/session/session-atoms.ts';
import { DemoRoles } from './sign-in-page.tsx';

const school = { ...createExampleAnswer('/school/getByWebsite'), id: 4, website: 'demo' };
const accounts = [
  { loginName: 'school', userType: 2 },
  { loginName: 'invigilator', userType: 5 },
];
const bare = appStore.get(platformInfoAtom);
const setDemo = (password: string | null, websites = ['demo']) =>
  appStore.set(platformInfoAtom, { ...bare, demo: { websites, accounts, password } });

beforeEach(() => i18n.load(['signIn', 'app', 'ui']));
afterEach(() => appStore.set(platformInfoAtom, bare));

const open = async () => {
  const onSignedIn = vi.fn();
  return { onSignedIn, ...(await renderPage(<DemoRoles school={school} onSignedIn={onSignedIn} />, { person: null })) };
};

it('shows no demo roles unless the server offers the demo of this school', async () => {
  await open();
  setDemo(null);
  await open();
  setDemo('secret', ['other']);
  await open();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('signs in with the chosen demo role and the password from the server', async () => {
  setDemo('secret');
  const server = startFakeServer();
  server.refuse('/user/login', 'refused', 'No');
  const { person, onSignedIn } = await open();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['School admin', 'Invigilator']);
  await person.click(screen.getByRole('button', { name: 'Invigilator' }));
  expect((await screen.findByRole('alert')).textContent).toBe('You were not signed in. Try again.');
  const [sent] = server.sentTo('/user/login');
  expect(sent?.input).toMatchObject({ login_name: 'invigilator', login_pwd: 'secret', school_id: 4 });
  expect(onSignedIn).not.toHaveBeenCalled();
});
