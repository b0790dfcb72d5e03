import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { LtiPage } from './lti-page.tsx';

beforeEach(() => i18n.load(['lti', 'app', 'ui', 'words']));

const stored = {
  name: 'Moodle',
  enabled: false,
  issuer: 'https://lms.school.test',
  clientId: 'wenkao',
  deploymentId: '7',
  authorisation: 'https://lms.school.test/auth',
  keySet: 'https://lms.school.test/certs',
  numberClaim: 'sourcedId',
  version: 3,
} as const;

async function open(addresses: { loginAddress: string; launchAddress: string }) {
  const server = startFakeServer();
  server.answer('/lti/get', { ...stored, ...addresses });
  const page = await renderPage(<LtiPage />, { person: createSessionUser('school') });
  await screen.findByLabelText(/^Issuer/);
  return { server, ...page };
}

it('shows the addresses to enter in the learning platform, and copies them', async () => {
  const at = 'https://exam.school.test/lti';
  const { person } = await open({ loginAddress: `${at}/login/4`, launchAddress: `${at}/launch/4` });
  expect(screen.getByLabelText<HTMLInputElement>('Login initiation address').value).toBe(`${at}/login/4`);
  await person.click(screen.getByRole('button', { name: 'Copy: Launch address' }));
  expect(await navigator.clipboard.readText()).toBe(`${at}/launch/4`);
  expect(await screen.findByText('Copied')).toBeTruthy();
});

it('explains that the addresses require a public address of this platform', async () => {
  await open({ loginAddress: '', launchAddress: '' });
  expect(screen.getByText(/has no public address yet/)).toBeTruthy();
  expect(screen.queryByLabelText('Login initiation address')).toBeNull();
});

it('refuses an address without HTTPS beside its field, and sends the corrected settings', async () => {
  const { server, person } = await open({ loginAddress: '', launchAddress: '' });
  const keys = screen.getByLabelText(/^Public keyset address/);
  await person.clear(keys);
  await person.type(keys, 'http://lms.school.test/certs');
  await person.click(screen.getByRole('button', { name: 'Save settings' }));
  await vi.waitFor(() => expect(keys.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Enter a whole address that begins with https://')).toBeTruthy();
  expect(server.sentTo('/lti/set')).toEqual([]);
  await person.clear(keys);
  await person.type(keys, 'https://lms.school.test/jwks');
  server.answer('/lti/set', { version: 4 });
  await person.click(screen.getByRole('switch', { name: /^Let it open courses/ }));
  await person.click(screen.getByRole('button', { name: 'Save settings' }));
  await vi.waitFor(() => expect(server.sentTo('/lti/set')).toHaveLength(1));
  const { numberClaim, version, ...rest } = stored;
  expect(server.sentTo('/lti/set')[0]?.input).toEqual({
    ...rest,
    numberClaim,
    version,
    enabled: true,
    keySet: 'https://lms.school.test/jwks',
  });
});
