import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { createRoomOnTablet, createSeat } from '../../../../tests/fixtures/component/room-on-tablet.ts';
import { i18n } from '../../../lib/i18n.ts';
import { SeatTile } from './seat-tile.tsx';

it('a seat tile warns not to reload its PC offline, until the answers are complete', async () => {
  await i18n.load(['invigilation', 'codes', 'camera']);
  const { seats } = createRoomOnTablet([
    createSeat(1, { offlineReady: false }),
    createSeat(2, { offlineReady: true }),
    createSeat(3, { offlineReady: null }),
    createSeat(4, { offlineReady: false, handedIn: true, complete: true }),
  ]);
  await renderPage(
    <>
      {seats.map((seat) => (
        <SeatTile key={seat.seatNo} seat={seat} questionCount={10} carried={0} place="" selected={false} onPress={() => undefined} />
      ))}
    </>,
  );
  const warningShown = screen.getAllByRole('button').map((tile) => tile.textContent?.includes('no reload offline'));
  expect(warningShown).toEqual([true, false, false, false]);
});

it('a seat tile explains a missing photo at entry once the examinee has entered', async () => {
  await i18n.load(['invigilation', 'codes', 'camera']);
  const { seats } = createRoomOnTablet([
    createSeat(1, { entryPhoto: 'noCamera' }),
    createSeat(2, { entryPhoto: 'taken' }),
    createSeat(3, { entryPhoto: 'awaited' }),
    createSeat(4, { entryPhoto: 'awaited', entered: false }),
    createSeat(5, { entryPhoto: 'notAsked' }),
  ]);
  await renderPage(
    <>
      {seats.map((seat) => (
        <SeatTile key={seat.seatNo} seat={seat} questionCount={10} carried={0} place="" selected={false} onPress={() => undefined} />
      ))}
    </>,
  );
  const words = screen.getAllByRole('button').map((tile) => /The PC has no camera|No photo yet|Photo taken/.exec(tile.textContent)?.[0]);
  expect(words).toEqual(['The PC has no camera', undefined, 'No photo yet', undefined, undefined]);
});
