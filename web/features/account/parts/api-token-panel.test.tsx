import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import type { ApiScope } from '../../../../sync/contract/people/api-token.ts';
import { i18n } from '../../../lib/i18n.ts';
import { ApiTokenPanel } from './api-token-panel.tsx';

const scopes: ApiScope[] = ['readPeople', 'readResults'];
const stored = { id: 7, name: 'Student records', scopes, created_ms: 1_700_000_000_000, expires_ms: 4_000_000_000_000, used_ms: null };

beforeEach(() => i18n.load(['account', 'ui', 'app', 'words']));

const open = async (items: (typeof stored)[]) => {
  const server = startFakeServer();
  server.answer('/user/getApiTokens', { items, scopes });
  const page = await renderPage(<ApiTokenPanel />);
  await screen.findByText(items.length === 0 ? 'No tokens yet.' : 'Student records');
  return { server, ...page };
};

describe('panel of API tokens', () => {
  it('requires name, permissions and password for a new token, and shows the token once', async () => {
    const { server, person } = await open([]);
    await person.click(screen.getByRole('button', { name: 'Create a token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Create a token' }));
    for (const missing of ['Enter a name', 'Choose at least one permission', 'Enter your password'])
      expect(dialog.getByText(missing)).toBeTruthy();
    expect(dialog.getAllByRole('checkbox')).toHaveLength(scopes.length);
    expect(server.sentTo('/user/addApiToken')).toEqual([]);
    await person.type(dialog.getByLabelText(/^Name/), 'Student records');
    await person.click(dialog.getByRole('checkbox', { name: 'See score records and certificates' }));
    await person.type(dialog.getByLabelText(/Current password/), 'secret');
    server.answer('/user/addApiToken', { id: 7, token: 'wenkao_shown-once' });
    server.answer('/user/getApiTokens', { items: [stored], scopes });
    await person.click(dialog.getByRole('button', { name: 'Create a token' }));
    expect(await screen.findByDisplayValue('wenkao_shown-once')).toBeTruthy();
    await person.keyboard('{Escape}');
    expect(screen.getByDisplayValue('wenkao_shown-once')).toBeTruthy();
    expect(server.sentTo('/user/addApiToken').map(({ input }) => input)).toEqual([
      { name: 'Student records', scopes: ['readResults'], days: 90, login_pwd: 'secret' },
    ]);
    await person.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByDisplayValue('wenkao_shown-once')).toBeNull());
    expect(await screen.findByText('Student records')).toBeTruthy();
  });

  it('revokes a token after a confirmation', async () => {
    const { server, person } = await open([stored]);
    await person.click(screen.getByRole('button', { name: 'Revoke Student records' }));
    server.answer('/user/removeApiToken', {});
    server.answer('/user/getApiTokens', { items: [], scopes });
    await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('No tokens yet.')).toBeTruthy();
    expect(server.sentTo('/user/removeApiToken').map(({ input }) => input)).toEqual([{ token_id: 7 }]);
  });
});
