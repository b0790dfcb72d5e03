import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { createRoomOnTablet, createSeat } from '../../../../tests/fixtures/component/room-on-tablet.ts';
import { i18n } from '../../../lib/i18n.ts';
import { EntryPhotos } from './entry-photos.tsx';

it('shows stored photo and photo at entry side by side, explains a missing photo, and reports the decision', async () => {
  await i18n.load(['invigilation', 'camera', 'ui']);
  const report = { epoch: 1, atMs: 1, receivedMs: 2 };
  startFakeServer().answer('/invigilation/getEntryPhotos', {
    items: [
      { userId: 1, outcome: 'taken', url: '/answer-files/one', ...report },
      { userId: 2, outcome: 'noCamera', url: null, ...report },
      { userId: 3, outcome: 'taken', url: '/answer-files/three', ...report },
    ],
  });
  const { seats } = createRoomOnTablet([
    createSeat(1, { photo: '/uploads/one.jpg', entryPhoto: 'taken', identity: 'matches' }),
    createSeat(2, { photo: '', entryPhoto: 'noCamera', identity: 'unchecked' }),
    createSeat(3, { photo: '/uploads/three.jpg', entryPhoto: 'taken', identity: 'unchecked' }),
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
  await screen.findAllByRole('img', { name: 'Photo at entry' });
  // Examinees whose photo is not checked yet come first.
  const rows = screen.getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.match(/Person \d/)?.[0])).toEqual(['Person 2', 'Person 3', 'Person 1']);
  const [second = document.body, third = document.body, first = document.body] = rows;
  expect(within(first).getByRole('img', { name: 'Photo at entry' }).getAttribute('src')).toBe('/answer-files/one');
  expect(within(first).getByRole('img', { name: 'Stored photo' }).getAttribute('src')).toBe('/uploads/one.jpg');
  expect(second.textContent).toContain('The PC has no camera');
  // A missing picture leaves nothing to compare.
  expect(within(second).queryByRole('button', { name: 'Same person' })).toBeNull();
  await person.click(within(second).getByRole('button', { name: 'Check at the seat…' }));
  await person.click(within(third).getByRole('button', { name: 'Same person' }));
  await person.click(within(first).getByRole('button', { name: 'Look again…' }));
  expect([matched, doubted]).toEqual([['Person 3'], ['Person 2', 'Person 1']]);
});
