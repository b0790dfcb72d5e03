import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { SecondFactorPanel } from './second-factor.tsx';

const setupReply = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP', setup: 'note' };
const recovery = ['K7RWM-X2P9T', 'AAAAA-BBBBB'];

beforeEach(() => i18n.load(['account', 'ui', 'app']));

const nowMs = 1_700_000_000_000;
const toToken = (id: number, name: string) => ({
  id,
  name,
  scopes: ['readPeople' as const],
  created_ms: nowMs,
  expires_ms: nowMs * 2,
  used_ms: null,
});

const open = async (on: boolean, tokens: ReturnType<typeof toToken>[] = []) => {
  const server = startFakeServer();
  server.answer('/user/getApiTokens', { items: tokens, scopes: ['readPeople'] });
  server.answer('/user/getSecondFactor', { on, recoveryLeft: on ? 7 : 0 });
  const page = await renderPage(<SecondFactorPanel mayHaveApiTokens />);
  await page.person.click(await screen.findByRole('button', { name: `Turn ${on ? 'off' : 'on'} two-step sign-in` }));
  return { server, ...page, dialog: within(await screen.findByRole('dialog')) };
};

describe('dialog of two-step sign-in', () => {
  it('turns it on with password and code, and shows the recovery codes until they are confirmed', async () => {
    const { server, person, dialog } = await open(false);
    await person.click(dialog.getByRole('button', { name: 'Next' }));
    expect(dialog.getByText('Enter your password')).toBeTruthy();
    server.refuse('/user/beginSecondFactor', 'invalid', 'The current password is wrong');
    await person.type(dialog.getByLabelText(/Current password/), 'wrong');
    await person.click(dialog.getByRole('button', { name: 'Next' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('The current password is wrong');
    server.answer('/user/beginSecondFactor', setupReply);
    await person.click(dialog.getByRole('button', { name: 'Next' }));

    // Waits for the picture, which only the second dialog has. The first dialog may still be on the page.
    await screen.findByRole('img', { name: 'QR code for the authenticator app' });
    const next = within(screen.getByRole('dialog'));
    expect(next.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    server.refuse('/user/confirmSecondFactor', 'invalid', 'This code is wrong or has been used');
    // The first dialog still receives the pointer until the second one has the focus.
    await waitFor(() => expect(document.activeElement).toBe(next.getByLabelText(/^Code/)));
    await person.keyboard('000000{Enter}');
    expect((await next.findByRole('alert')).textContent).toBe('This code is wrong or has been used');
    server.answer('/user/confirmSecondFactor', { recovery, endedApiTokens: 0 });
    await waitFor(() => expect(server.unanswered()).toBe(0));
    await person.clear(next.getByLabelText(/^Code/));
    await person.keyboard('123456{Enter}');

    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(recovery);
    // Escape must not close the dialog, because the recovery codes are shown only once.
    await person.keyboard('{Escape}');
    expect(screen.getByRole('list', { name: 'Recovery codes' })).toBeTruthy();
    expect(server.sentTo('/user/confirmSecondFactor').at(-1)?.input).toEqual({ setup: 'note', code: '123456', kept_tokens: [] });
    server.answer('/user/getSecondFactor', { on: true, recoveryLeft: 8 });
    await person.click(screen.getByRole('button', { name: 'I have saved them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText(/8 recovery codes are left/)).toBeTruthy();
  });

  it('lists the API tokens, revokes all that are not ticked, and states how many were revoked', async () => {
    const { server, person, dialog } = await open(false, [toToken(7, 'Student records'), toToken(8, 'Old portal')]);
    await person.type(dialog.getByLabelText(/Current password/), 'secret');
    const group = within(await dialog.findByRole('group', { name: 'API tokens that stay valid' }));
    expect(group.getAllByRole('checkbox', { checked: false })).toHaveLength(2);
    await person.click(group.getByRole('checkbox', { name: /Student records/ }));
    server.answer('/user/beginSecondFactor', setupReply);
    await person.click(dialog.getByRole('button', { name: 'Next' }));
    await screen.findByRole('img', { name: 'QR code for the authenticator app' });
    const next = within(screen.getByRole('dialog'));
    expect(next.getByRole('button', { name: 'Turn on and revoke 1 token' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(next.getByLabelText(/^Code/)));
    server.answer('/user/confirmSecondFactor', { recovery, endedApiTokens: 1 });
    await person.keyboard('123456{Enter}');
    await screen.findByText('1 API token was revoked.');
    expect(server.sentTo('/user/confirmSecondFactor').map(({ input }) => input)).toEqual([
      { setup: 'note', code: '123456', kept_tokens: [7] },
    ]);
  });

  it('turns it off with password and code', async () => {
    const { server, person, dialog } = await open(true);
    server.answer('/user/endSecondFactor', {});
    await person.type(dialog.getByLabelText(/Current password/), 'secret');
    await person.click(dialog.getByRole('button', { name: 'Turn off two-step sign-in' }));
    expect(dialog.getByText('Enter the code')).toBeTruthy();
    expect(server.sentTo('/user/endSecondFactor')).toEqual([]);
    await person.type(dialog.getByLabelText(/^Code/), 'K7RWM-X2P9T');
    server.answer('/user/getSecondFactor', { on: false, recoveryLeft: 0 });
    await person.click(dialog.getByRole('button', { name: 'Turn off two-step sign-in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sentTo('/user/endSecondFactor').map(({ input }) => input)).toEqual([{ login_pwd: 'secret', code: 'K7RWM-X2P9T' }]);
  });
});
