import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { createRoomOnTablet, createSeat } from '../../../../tests/fixtures/component/room-on-tablet.ts';
import { i18n } from '../../../lib/i18n.ts';
import { EntryPhotos } from './entry-photos.tsx';

it('31.6: shows the stored photo beside the one at entry, says what stands in the way, and takes the mark', async () => {
  await i18n.load(['invigilation', 'camera', 'ui']);
  const report = { epoch: 1, atMs: 1, receivedMs: 2 };
  startFakeServer().answer('/invigilation/getEntryPhotos', {
    items: [
      { userId: 1, outcome: 'taken', url: '/answer-files/one', ...report },
      { userId: 2, outcome: 'noCamera', url: null, ...report },
    ],
  });
  const { seats } = createRoomOnTablet([
    createSeat(1, { photo: '/uploads/one.jpg', entryPhoto: 'taken', identity: 'matches' }),
    createSeat(2, { photo: '', entryPhoto: 'noCamera', identity: 'unchecked' }),
  ]);
  const [matched, doubted]: [string[], string[]] = [[], []];
  const { person } = await renderPage(
    <EntryPhotos
      room={{ planId: 7, roomId: 1 }}
      seats={seats}
      ready
      onMatches={(seat) => matched.push(seat.name)}
      onDoubt={(seat) => doubted.push(seat.name)}
      onClose={() => undefined}
    />,
    { person: createSessionUser('invigilator') },
  );
  const entry = await screen.findByRole('img', { name: 'Photo at entry' });
  expect(entry.getAttribute('src')).toBe('/answer-files/one');
  // Those who are not checked come first.
  const rows = screen.getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.match(/Person \d/)?.[0])).toEqual(['Person 2', 'Person 1']);
  const [second = document.body, first = document.body] = rows;
  expect(within(first).getByRole('img', { name: 'Stored photo' }).getAttribute('src')).toBe('/uploads/one.jpg');
  expect(second.textContent).toContain('The PC has no camera');
  await person.click(within(second).getByRole('button', { name: 'Same person' }));
  await person.click(within(first).getByRole('button', { name: 'Look again…' }));
  expect([matched, doubted]).toEqual([['Person 2'], ['Person 1']]);
});
