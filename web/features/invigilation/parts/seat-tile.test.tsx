import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { createRoomOnTablet, createSeat } from '../../../../tests/fixtures/component/room-on-tablet.ts';
import { i18n } from '../../../lib/i18n.ts';
import { SeatTile } from './seat-tile.tsx';

it('30.3: a seat shows that its PC must not be reloaded offline, until its answers are complete', async () => {
  await i18n.load(['invigilation', 'codes']);
  const { seats } = createRoomOnTablet([
    createSeat(1, { offlineReady: false }),
    createSeat(2, { offlineReady: true }),
    createSeat(3, { offlineReady: null }),
    createSeat(4, { offlineReady: false, handedIn: true, complete: true }),
  ]);
  await renderPage(
    <>
      {seats.map((seat) => (
        <SeatTile key={seat.seatNo} seat={seat} of={10} carried={0} place="" selected={false} onPress={() => undefined} />
      ))}
    </>,
  );
  const shown = screen.getAllByRole('button').map((tile) => tile.textContent?.includes('no reload offline'));
  expect(shown).toEqual([true, false, false, false]);
});
