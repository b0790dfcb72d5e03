import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { createRoomOnTablet } from '../../../../tests/fixtures/component/room-on-tablet.ts';
import { i18n } from '../../../lib/i18n.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import type { RoomState } from '../model/room-state.ts';
import { RoomCommandDelivery } from './room-command-delivery.tsx';

beforeEach(() => i18n.load(['invigilation', 'ui']));
const acts: RoomState['roomView'] = { commands: [], localCount: 5, received: 2, reachable: true, failure: null };
const strip = (more: Partial<RoomState>, seatsOpen = 0) => (
  <RoomCommandDelivery room={createRoomOnTablet([], more).room} seatsOpen={seatsOpen} />
);
const all = 'All actions sent';

it('the strip of a signed-out tablet counts the waiting commands and offers to sign in again', async () => {
  const refused = new CallFailure(1004, 'signed out');
  expect(refused.sessionLost).toBe(true);
  for (const why of ['noVault', refused] as const) {
    const { unmount } = await renderPage(strip({ refused: why, session: null, roomView: acts }));
    expect(await screen.findByText(/3 actions waiting to be sent/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign in again' })).toBeDefined();
    unmount();
  }
});

it('the strip reports no delivery before the tablet’s log is open', async () => {
  await renderPage(strip({ session: null }));
  expect(await screen.findByText('Checking what this tablet holds…')).toBeDefined();
  expect(screen.queryByText(all)).toBeNull();
});

it('the strip reports delivered commands, and apart from these the seats whose answers are missing', async () => {
  await renderPage(strip({}, 2));
  expect(await screen.findByText(`${all}; answers of seats still missing: 2`)).toBeDefined();
});

it('the strip reports when every command has arrived', async () => {
  await renderPage(strip({}));
  expect(await screen.findByText(all)).toBeDefined();
});

it('the strip of an offline tablet names no age if the tablet has not heard from the server yet', async () => {
  const { unmount } = await renderPage(strip({ online: false, heardMs: null, roomView: acts }));
  expect(await screen.findByText(/^Tablet offline\. 3 of your actions are saved/)).toBeDefined();
  unmount();
  await renderPage(strip({ online: false, heardMs: null }));
  expect(await screen.findByText(/^Tablet offline\. Your actions are saved/)).toBeDefined();
});
