import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { defaultDirectory } from '../../../../sync/contract/people/directory.ts';
import { i18n } from '../../../lib/i18n.ts';
import { DirectoryPage } from './directory-page.tsx';

it('the directory page removes the result of a test when other settings are stored', async () => {
  await i18n.load(['directory', 'ui', 'words']);
  const server = startFakeServer();
  const example = createExampleAnswer('/directory/get');
  const stored = { ...example, ...defaultDirectory, name: 'Campus', address: 'ldap.school.test', searchBase: 'dc=test' };
  server.answer('/directory/get', { ...stored, version: 1 });
  server.answer('/directory/test', { steps: [{ ok: false, text: 'The certificate is not trusted' }] });
  const { person } = await renderPage(<DirectoryPage />, { person: createSessionUser('school') });
  await person.click(await screen.findByRole('button', { name: 'Test' }));
  expect(await screen.findByText('The certificate is not trusted')).toBeDefined();

  server.answer('/directory/set', { version: 2 });
  server.answer('/directory/get', { ...stored, name: 'Campus 2', version: 2 });
  await person.type(screen.getByLabelText(/^Name shown/), ' 2');
  await person.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(screen.queryByText('The certificate is not trusted')).toBeNull());
});
